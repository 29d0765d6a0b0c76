#include "host/webhooks/delivery_queue.hpp"

#include <svc/error.hpp>
#include <svc/json.hpp>

#include "host/auth/sql.hpp"
#include "host/core/event_envelope.hpp"
#include "host/db/transaction.hpp"
#include "host/webhooks/signature.hpp"

namespace svc::host::webhooks {
namespace {

using auth::SqlArgs;

constexpr std::int64_t Lease = 60 * Instant::Second;

// Webhooks with something due, found by skipping from one to the next through the index. A webhook that
// does not answer well gets one attempt at a time, so that it costs little.
constexpr std::string_view LockReady =
    "WITH RECURSIVE queue AS ("
    " (SELECT company_id, webhook_id FROM svc.webhook_due ORDER BY company_id, webhook_id LIMIT 1)"
    " UNION ALL SELECT n.company_id, n.webhook_id FROM queue q CROSS JOIN LATERAL"
    " (SELECT d.company_id, d.webhook_id FROM svc.webhook_due d"
    " WHERE (d.company_id, d.webhook_id) > (q.company_id, q.webhook_id)"
    " ORDER BY d.company_id, d.webhook_id LIMIT 1) n),"
    " ready AS (SELECT q.company_id, q.webhook_id,"
    " (SELECT min(d.due_at) FROM svc.webhook_due d WHERE d.company_id = q.company_id"
    " AND d.webhook_id = q.webhook_id AND d.due_at <= $1) AS since,"
    " (SELECT count(*) FROM svc.webhook_due d WHERE d.company_id = q.company_id"
    " AND d.webhook_id = q.webhook_id AND d.leased AND d.due_at > $1) AS busy FROM queue q),"
    " turns AS (SELECT *, row_number() OVER (PARTITION BY company_id ORDER BY since) AS turn FROM ready"
    " WHERE since IS NOT NULL)"
    " SELECT w.company_id, w.id, CASE WHEN w.last_status BETWEEN 200 AND 299 THEN 4 ELSE 1 END"
    " FROM turns t JOIN svc.webhook w ON w.company_id = t.company_id AND w.id = t.webhook_id"
    " WHERE w.enabled AND t.busy < CASE WHEN w.last_status BETWEEN 200 AND 299 THEN 4 ELSE 1 END"
    " AND ($3::boolean OR w.last_status BETWEEN 200 AND 299)"
    " ORDER BY t.turn, t.since LIMIT $2 FOR NO KEY UPDATE OF w SKIP LOCKED";

// A statement of its own, after the webhooks are locked: it sees what former holders of the locks claimed.
constexpr std::string_view ClaimDue =
    "WITH wanted AS (SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::integer[])"
    " AS w(company_id, webhook_id, quota)),"
    " picked AS (SELECT d.company_id, d.webhook_id, d.delivery_id, w.quota FROM wanted w CROSS JOIN LATERAL"
    " (SELECT d.company_id, d.webhook_id, d.delivery_id FROM svc.webhook_due d"
    " WHERE d.company_id = w.company_id AND d.webhook_id = w.webhook_id AND d.due_at <= $1"
    " AND NOT d.delivery_id = ANY ($5::uuid[])"
    " AND (d.tried OR NOT EXISTS (SELECT 1 FROM svc.webhook_due e WHERE e.company_id = d.company_id"
    " AND e.webhook_id = d.webhook_id AND e.object_id = d.object_id AND NOT e.tried"
    " AND e.position < d.position))"
    " ORDER BY d.due_at, d.position LIMIT greatest(0, w.quota - (SELECT count(*) FROM svc.webhook_due f"
    " WHERE f.company_id = w.company_id AND f.webhook_id = w.webhook_id AND f.leased AND f.due_at > $1))"
    " FOR UPDATE SKIP LOCKED) d)"
    " UPDATE svc.webhook_due d SET leased = true, due_at = $6, attempt = d.attempt + 1 FROM picked p"
    " WHERE d.company_id = p.company_id AND d.webhook_id = p.webhook_id AND d.delivery_id = p.delivery_id"
    " RETURNING d.company_id, d.webhook_id, d.delivery_id, d.created_at, d.attempt,"
    " d.attempt - d.first_attempt + 1, p.quota > 1";

constexpr std::string_view ReadDelivery =
    "SELECT w.url, w.secret, w.key_version, v.event, v.event_number, v.body, e.created_at, e.object,"
    " e.object_id, e.data FROM svc.webhook_delivery v"
    " JOIN svc.webhook w ON w.company_id = v.company_id AND w.id = v.webhook_id"
    " LEFT JOIN svc.event e ON e.company_id = v.company_id AND e.position = v.position"
    " AND e.created_at = v.created_at WHERE v.company_id = $1 AND v.id = $2 AND v.created_at = $3";
constexpr std::string_view Forget =
    "DELETE FROM svc.webhook_due WHERE company_id = $1 AND webhook_id = $2 AND delivery_id = $3";

/// Ends or moves the row of the queue, fenced by the attempt, and records the attempt with it. $5 is the
/// attempt as JSON.
std::string settling(std::string_view queued, std::string_view delivery) {
    return "WITH settled AS (" + std::string(queued) +
           " WHERE company_id = $1 AND webhook_id = $2 AND delivery_id = $3 AND attempt = $4"
           " RETURNING created_at) UPDATE svc.webhook_delivery v SET " +
           std::string(delivery) +
           ", attempt = $4, attempts = v.attempts || $5::jsonb, http_status = $6, duration_ms = $7,"
           " error = $8, response_excerpt = $9 FROM settled s"
           " WHERE v.company_id = $1 AND v.id = $3 AND v.created_at = s.created_at";
}

const std::string& succeed() {
    static const std::string sql =
        settling("DELETE FROM svc.webhook_due", "state = 'succeeded', next_attempt_at = NULL");
    return sql;
}
const std::string& exhaust() {
    static const std::string sql =
        settling("DELETE FROM svc.webhook_due", "state = 'exhausted', next_attempt_at = NULL");
    return sql;
}
const std::string& retry() {
    static const std::string sql =
        settling("UPDATE svc.webhook_due SET leased = false, tried = true, due_at = $10",
                 "state = 'retrying', next_attempt_at = $10");
    return sql;
}

constexpr std::string_view CountSuccess =
    "UPDATE svc.webhook SET consecutive_failures = 0, last_delivery_at = $3, last_status = $4"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view CountFailure =
    "UPDATE svc.webhook SET consecutive_failures = consecutive_failures + 1, last_delivery_at = $3,"
    " last_status = $4 WHERE company_id = $1 AND id = $2";
constexpr std::string_view Disable =
    "UPDATE svc.webhook SET consecutive_failures = consecutive_failures + 1, last_delivery_at = $3,"
    " last_status = $4, enabled = false, disabled_reason = $5, disabled_at = $3, version = version + 1,"
    " updated_at = $3 WHERE company_id = $1 AND id = $2 AND enabled RETURNING 1";
constexpr std::string_view MissWaiting =
    "WITH waiting AS (DELETE FROM svc.webhook_due WHERE company_id = $1 AND webhook_id = $2 AND NOT leased"
    " RETURNING delivery_id, created_at)"
    " UPDATE svc.webhook_delivery v SET state = 'missed', next_attempt_at = NULL FROM waiting"
    " WHERE v.company_id = $1 AND v.id = waiting.delivery_id AND v.created_at = waiting.created_at";

std::string orderKey(const Claim& claim) {
    return "webhook " + claim.webhook.toString();
}

void addOutcome(SqlArgs& args, const Claim& claim, const AttemptRecord& record) {
    const Outcome& outcome = record.outcome;
    args.add(claim.company).add(claim.webhook).add(claim.delivery);
    args.add(static_cast<std::int64_t>(claim.attempt)).add('[' + attemptJson(claim.attempt, record) + ']');
    if (outcome.httpStatus) {
        args.add(static_cast<std::int64_t>(*outcome.httpStatus));
    } else {
        args.add(std::nullopt);
    }
    args.add(outcome.durationMs);
    args.add(outcome.success() ? std::nullopt : std::optional(outcome.error)).add(outcome.excerpt);
}

void addStatus(SqlArgs& args, const Claim& claim, const AttemptRecord& record) {
    args.add(claim.company).add(claim.webhook).add(record.at);
    if (record.outcome.httpStatus) {
        args.add(static_cast<std::int64_t>(*record.outcome.httpStatus));
    } else {
        args.add(std::nullopt);
    }
}

} // namespace

std::string attemptJson(int attempt, const AttemptRecord& record) {
    const Outcome& outcome = record.outcome;
    return Json::object({{"attempt", attempt},
                         {"at", record.at.toString()},
                         {"httpStatus", outcome.httpStatus ? Json(*outcome.httpStatus) : Json(nullptr)},
                         {"durationMs", outcome.durationMs},
                         {"error", outcome.success() ? Json(nullptr) : Json(outcome.error)}})
        .dump();
}

Message signedMessage(const std::string& url, std::string_view secret, std::string_view type,
                      std::string_view eventNumber, int attempt, Instant at, std::string body) {
    Message message;
    message.url = url;
    message.headers = {{"Content-Type", "application/json"},
                       {"User-Agent", "svc-webhooks/1.0"},
                       {"Svc-Event-Type", std::string(type)},
                       {"Svc-Event-Id", std::string(eventNumber)},
                       {"Svc-Delivery-Attempt", std::to_string(attempt)},
                       {"Svc-Signature", signatureHeader(secret, at.millis() / 1000, body)}};
    message.body = std::move(body);
    return message;
}

std::vector<Claim> DeliveryQueue::claim(std::size_t most, const std::vector<std::string>& mine,
                                        bool unproven) {
    const Instant now = services_.clock.now();
    db::Transaction transaction(services_.pool);
    const db::Rows ready =
        transaction.query(LockReady, {now.toSql(), std::to_string(most), unproven ? "t" : "f"});
    std::vector<Claim> claims;
    if (ready.empty()) {
        transaction.endRead();
        return claims;
    }
    std::vector<std::string> companies;
    std::vector<std::string> webhooks;
    std::vector<std::string> quotas;
    for (std::size_t row = 0; row < ready.count(); ++row) {
        companies.emplace_back(ready.text(row, 0));
        webhooks.emplace_back(ready.text(row, 1));
        quotas.emplace_back(ready.text(row, 2));
    }
    const db::Rows rows =
        transaction.query(ClaimDue, {now.toSql(), auth::arrayText(companies), auth::arrayText(webhooks),
                                     auth::arrayText(quotas), auth::arrayText(mine), (now + Lease).toSql()});
    transaction.commit();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        Claim claim;
        claim.company = Uuid::parse(rows.text(row, 0)).value_or(Uuid());
        claim.webhook = Uuid::parse(rows.text(row, 1)).value_or(Uuid());
        claim.delivery = Uuid::parse(rows.text(row, 2)).value_or(Uuid());
        claim.createdAt = rows.text(row, 3);
        claim.attempt = static_cast<int>(auth::integerOf(rows.text(row, 4)));
        claim.failures = static_cast<int>(auth::integerOf(rows.text(row, 5)));
        claim.proven = rows.text(row, 6) == "t";
        claims.push_back(std::move(claim));
    }
    return claims;
}

std::optional<Message> DeliveryQueue::message(const Claim& claim, Instant at) {
    const std::string company = claim.company.toString();
    db::Transaction transaction(services_.pool, company);
    const db::Rows rows =
        transaction.query(ReadDelivery, {company, claim.delivery.toString(), claim.createdAt});
    if (rows.empty() || (rows.isNull(0, 5) && rows.isNull(0, 9))) {
        transaction.send(Forget, {company, claim.webhook.toString(), claim.delivery.toString()});
        transaction.commit();
        return std::nullopt;
    }
    transaction.endRead();
    std::string body;
    if (const auto kept = rows.cell(0, 5)) {
        body = *kept;
    } else {
        const std::string companyId = encodeId("com", claim.company);
        appendEnvelope(body, {rows.text(0, 4), rows.text(0, 3), auth::instantOf(rows.text(0, 6)), companyId,
                              rows.text(0, 7), rows.text(0, 8), rows.text(0, 9)});
    }
    const std::string secret = sealer_.open(
        claim.company, claim.webhook, static_cast<int>(auth::integerOf(rows.text(0, 2))), rows.text(0, 1));
    return signedMessage(std::string(rows.text(0, 0)), secret, rows.text(0, 3), rows.text(0, 4),
                         claim.attempt, at, std::move(body));
}

void DeliveryQueue::recordSuccess(db::Transaction& transaction, const Claim& claim,
                                  const AttemptRecord& record) {
    SqlArgs outcome;
    addOutcome(outcome, claim, record);
    transaction.send(succeed(), outcome);
    SqlArgs status;
    addStatus(status, claim, record);
    transaction.sendLate(orderKey(claim), CountSuccess, status);
}

void DeliveryQueue::recordRetry(db::Transaction& transaction, const Claim& claim, const AttemptRecord& record,
                                Instant next) {
    SqlArgs outcome;
    addOutcome(outcome, claim, record);
    outcome.add(next);
    transaction.send(retry(), outcome);
    SqlArgs status;
    addStatus(status, claim, record);
    transaction.sendLate(orderKey(claim), CountFailure, status);
}

bool DeliveryQueue::recordExhaustion(db::Transaction& transaction, const Claim& claim,
                                     const AttemptRecord& record, std::string_view reason) {
    SqlArgs status;
    addStatus(status, claim, record);
    status.add(reason);
    const bool disabled = !transaction.query(Disable, status).empty();
    SqlArgs outcome;
    addOutcome(outcome, claim, record);
    transaction.send(exhaust(), outcome);
    missWaiting(transaction, claim.company, claim.webhook);
    return disabled;
}

void DeliveryQueue::missWaiting(db::Transaction& transaction, const Uuid& company, const Uuid& webhook) {
    transaction.send(MissWaiting, {company.toString(), webhook.toString()});
}

} // namespace svc::host::webhooks
