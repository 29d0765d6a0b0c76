// The writes of the queue after attempts have ended.
#include <map>
#include <set>

#include <svc/json.hpp>

#include "host/auth/sql.hpp"
#include "host/db/transaction.hpp"
#include "host/webhooks/delivery_queue.hpp"
#include "host/webhooks/schedule.hpp"

namespace svc::host::webhooks {
namespace {

using auth::SqlArgs;

// The outcomes of many successful deliveries, each fenced by its attempt number. Rows are found through the
// order of their keys (FollowIndexes) and then by ctid. The bounds select the partitions.
constexpr std::string_view SucceedMany =
    "WITH ended AS MATERIALIZED (SELECT $1::uuid AS company_id, o.*, (SELECT d.ctid FROM svc.webhook_due d"
    " WHERE (d.company_id, d.webhook_id, d.delivery_id) >= ($1, o.webhook_id, o.delivery_id)"
    " ORDER BY d.company_id, d.webhook_id, d.delivery_id LIMIT 1) AS place"
    " FROM unnest($2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::integer[], $7::integer[],"
    " $8::text[]) AS o(webhook_id, delivery_id, attempt, entry, http_status, duration_ms, excerpt)),"
    " settled AS (DELETE FROM svc.webhook_due d USING ended o WHERE d.ctid = o.place"
    " AND d.company_id = o.company_id AND d.webhook_id = o.webhook_id AND d.delivery_id = o.delivery_id"
    " AND d.attempt = o.attempt RETURNING d.created_at, o.*),"
    " placed AS MATERIALIZED (SELECT s.company_id, s.delivery_id, s.attempt, s.entry, s.http_status,"
    " s.duration_ms, s.excerpt, p.part, p.row FROM settled s CROSS JOIN LATERAL"
    " (SELECT v.tableoid AS part, v.ctid AS row FROM svc.webhook_delivery v"
    " WHERE (v.company_id, v.id, v.created_at) >= (s.company_id, s.delivery_id, s.created_at)"
    " AND v.created_at BETWEEN $9::timestamptz AND $10::timestamptz"
    " ORDER BY v.company_id, v.id, v.created_at LIMIT 1) p)"
    " UPDATE svc.webhook_delivery v SET state = 'succeeded', next_attempt_at = NULL, attempt = p.attempt,"
    " attempts = v.attempts || p.entry::jsonb, http_status = p.http_status, duration_ms = p.duration_ms,"
    " error = NULL, response_excerpt = p.excerpt FROM placed p"
    " WHERE v.tableoid = p.part AND v.ctid = p.row AND v.company_id = p.company_id AND v.id = p.delivery_id"
    " AND v.created_at BETWEEN $9::timestamptz AND $10::timestamptz";

/// Ends or moves the row of the queue, fenced by the attempt, and records the attempt with it. $5 is the
/// attempt as JSON, $10 says which partition the delivery is in.
std::string settling(std::string_view queued, std::string_view delivery) {
    return "WITH settled AS (" + std::string(queued) +
           " WHERE company_id = $1 AND webhook_id = $2 AND delivery_id = $3 AND attempt = $4"
           " RETURNING created_at) UPDATE svc.webhook_delivery v SET " +
           std::string(delivery) +
           ", attempt = $4, attempts = v.attempts || $5::jsonb, http_status = $6, duration_ms = $7,"
           " error = $8, response_excerpt = $9 FROM settled s"
           " WHERE v.company_id = $1 AND v.id = $3 AND v.created_at = $10";
}

const std::string& exhaust() {
    static const std::string sql =
        settling("DELETE FROM svc.webhook_due", "state = 'exhausted', next_attempt_at = NULL");
    return sql;
}
// A replayed ping is sent once, and its failure does not count for the webhook.
const std::string& fail() {
    static const std::string sql =
        settling("DELETE FROM svc.webhook_due", "state = 'failed', next_attempt_at = NULL");
    return sql;
}
const std::string& retry() {
    static const std::string sql =
        settling("UPDATE svc.webhook_due SET leased = false, leased_by = NULL, tried = true, due_at = $11",
                 "state = 'retrying', next_attempt_at = $11");
    return sql;
}

constexpr std::string_view CountSuccess =
    "UPDATE svc.webhook SET consecutive_failures = 0, last_delivery_at = $3, last_status = $4"
    " WHERE company_id = $1 AND id = $2";
// $3 holds instant and status by webhook id in JSON: for a join the planner could choose a nested loop.
constexpr std::string_view CountSuccesses =
    "UPDATE svc.webhook w SET consecutive_failures = 0,"
    " last_delivery_at = ($3::jsonb -> w.id::text ->> 0)::timestamptz,"
    " last_status = ($3::jsonb -> w.id::text ->> 1)::integer"
    " WHERE w.company_id = $1 AND w.id = ANY ($2::uuid[])";
constexpr std::string_view CountFailure =
    "UPDATE svc.webhook SET consecutive_failures = consecutive_failures + 1, last_delivery_at = $3,"
    " last_status = $4 WHERE company_id = $1 AND id = $2";
constexpr std::string_view DisableFailing =
    "UPDATE svc.webhook SET consecutive_failures = consecutive_failures + 1, last_delivery_at = $3,"
    " last_status = $4, enabled = false, disabled_reason = $5, disabled_at = $6, version = version + 1,"
    " updated_at = $6 WHERE company_id = $1 AND id = $2 AND enabled RETURNING 1";
constexpr std::string_view FirstFailure =
    "SELECT e ->> 'at' FROM svc.webhook_delivery v, jsonb_array_elements(v.attempts) e"
    " WHERE v.company_id = $1 AND v.id = $2 AND v.created_at = $3 AND (e ->> 'attempt')::integer >= $4"
    " ORDER BY (e ->> 'attempt')::integer LIMIT 1";
constexpr std::string_view MissWaiting =
    "WITH waiting AS (DELETE FROM svc.webhook_due WHERE company_id = $1 AND webhook_id = $2 AND NOT leased"
    " RETURNING delivery_id, created_at)"
    " UPDATE svc.webhook_delivery v SET state = 'missed', next_attempt_at = NULL FROM waiting"
    " WHERE v.company_id = $1 AND v.id = waiting.delivery_id AND v.created_at = waiting.created_at";
// For deliveries given back to the queue of a webhook that was disabled or deleted meanwhile. The webhook's
// row is locked first: a transaction that disables or deletes it either sees these deliveries, or its effect
// is seen here.
constexpr std::string_view MissOfDisabled =
    "WITH waiting AS (DELETE FROM svc.webhook_due d WHERE d.company_id = $1 AND d.webhook_id = $2 AND NOT "
    "d.leased"
    " AND NOT EXISTS (SELECT 1 FROM svc.webhook w WHERE w.company_id = $1 AND w.id = $2 AND w.enabled)"
    " RETURNING d.delivery_id, d.created_at)"
    " UPDATE svc.webhook_delivery v SET state = 'missed', next_attempt_at = NULL FROM waiting"
    " WHERE v.company_id = $1 AND v.id = waiting.delivery_id AND v.created_at = waiting.created_at";
constexpr std::string_view LockWebhooks =
    "SELECT 1 FROM svc.webhook WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE";
constexpr std::string_view Release =
    "UPDATE svc.webhook_due d SET leased = false, leased_by = NULL, due_at = c.due_at,"
    " attempt = d.attempt - 1"
    " FROM unnest($2::uuid[], $3::uuid[], $4::integer[], $5::timestamptz[])"
    " AS c(webhook_id, delivery_id, attempt, due_at)"
    " WHERE d.company_id = $1 AND d.webhook_id = c.webhook_id AND d.delivery_id = c.delivery_id"
    " AND d.attempt = c.attempt";

std::string orderKey(const Claim& claim) {
    return "webhook " + claim.webhook.toString();
}

std::string entryOf(const Attempt& attempt) {
    return '[' + attemptJson(attempt.claim.attempt, attempt.at, attempt.outcome) + ']';
}

void addHttpStatus(SqlArgs& args, const Attempt& attempt) {
    if (attempt.outcome.httpStatus) {
        args.add(static_cast<std::int64_t>(*attempt.outcome.httpStatus));
    } else {
        args.add(std::nullopt);
    }
}

void addOutcome(SqlArgs& args, const Attempt& attempt) {
    const Outcome& outcome = attempt.outcome;
    args.add(attempt.claim.company).add(attempt.claim.webhook).add(attempt.claim.delivery);
    args.add(static_cast<std::int64_t>(attempt.claim.attempt)).add(entryOf(attempt));
    addHttpStatus(args, attempt);
    args.add(outcome.durationMs);
    args.add(outcome.success() ? std::nullopt : std::optional(outcome.error)).add(outcome.excerpt);
    args.add(attempt.claim.createdAt);
}

void addStatus(SqlArgs& args, const Attempt& attempt) {
    args.add(attempt.claim.company).add(attempt.claim.webhook).add(attempt.at);
    addHttpStatus(args, attempt);
}

void count(db::Transaction& transaction, std::string_view statement, const Attempt& attempt) {
    SqlArgs status;
    addStatus(status, attempt);
    transaction.sendLate(orderKey(attempt.claim), statement, status);
}

// Lock order of all transactions: webhooks in the order of their identifiers, then rows of the queue, then
// rows of deliveries. Outcomes of first attempts lock their webhooks last, to hold these locks briefly. That
// is safe: no other transaction touches a delivery before its first attempt, so none waits for such an
// outcome while it holds the webhook. A delivery that has been tried may be replayed concurrently.
void lockWebhooks(db::Transaction& transaction, const std::vector<Attempt>& attempts,
                  const std::vector<Claim>& back) {
    std::set<std::string> webhooks;
    bool late = back.empty();
    for (const Attempt& attempt : attempts) {
        webhooks.insert(attempt.claim.webhook.toString());
        late = late && attempt.claim.attempt == 1;
    }
    for (const Claim& claim : back) {
        webhooks.insert(claim.webhook.toString());
    }
    if (webhooks.empty()) {
        return;
    }
    const std::string company = (back.empty() ? attempts.front().claim : back.front()).company.toString();
    const std::string list = auth::arrayText(std::vector<std::string>(webhooks.begin(), webhooks.end()));
    if (late) {
        transaction.sendLate("lock webhooks", LockWebhooks, {company, list});
    } else {
        transaction.send(LockWebhooks, {company, list});
    }
}

/// The webhooks must be locked already.
void release(db::Transaction& transaction, const std::vector<Claim>& claims) {
    const std::string company = claims.front().company.toString();
    std::vector<std::vector<std::string>> lists(4);
    std::set<std::string> webhooks;
    for (const Claim& claim : claims) {
        lists[0].push_back(claim.webhook.toString());
        lists[1].push_back(claim.delivery.toString());
        lists[2].push_back(std::to_string(claim.attempt));
        lists[3].push_back(claim.dueAt);
        webhooks.insert(lists[0].back());
    }
    transaction.send(Release, {company, auth::arrayText(lists[0]), auth::arrayText(lists[1]),
                               auth::arrayText(lists[2]), auth::arrayText(lists[3])});
    for (const std::string& webhook : webhooks) {
        transaction.send(MissOfDisabled, {company, webhook});
    }
}

/// Counts successes with one write for each webhook, after the failures of the same webhooks.
void countMany(db::Transaction& transaction, const std::map<Uuid, const Attempt*>& successes) {
    if (successes.empty()) {
        return;
    }
    std::vector<std::string> webhooks;
    Json last = Json::object();
    for (const auto& [webhook, attempt] : successes) {
        webhooks.push_back(webhook.toString());
        last.add(webhooks.back(),
                 Json::array({attempt->at.toSql(), attempt->outcome.httpStatus.value_or(0)}));
    }
    transaction.sendLate(
        "webhooks", CountSuccesses,
        {successes.begin()->second->claim.company.toString(), auth::arrayText(webhooks), last.dump()});
}

void succeedMany(db::Transaction& transaction, const std::vector<const Attempt*>& attempts) {
    std::vector<std::vector<std::string>> lists(7);
    std::vector<const Claim*> claims;
    for (const Attempt* attempt : attempts) {
        claims.push_back(&attempt->claim);
        const Outcome& outcome = attempt->outcome;
        const std::string values[] = {attempt->claim.webhook.toString(),
                                      attempt->claim.delivery.toString(),
                                      std::to_string(attempt->claim.attempt),
                                      entryOf(*attempt),
                                      std::to_string(outcome.httpStatus.value_or(0)),
                                      std::to_string(outcome.durationMs),
                                      outcome.excerpt};
        for (std::size_t column = 0; column < lists.size(); ++column) {
            lists[column].push_back(values[column]);
        }
    }
    SqlArgs args;
    args.add(attempts.front()->claim.company);
    for (const std::vector<std::string>& list : lists) {
        args.add(auth::arrayText(list));
    }
    const auto [first, last] = spanOf(claims);
    args.add(first).add(last);
    transaction.send(FollowIndexes, {});
    transaction.send(SucceedMany, args);
}

} // namespace

void DeliveryQueue::record(db::Transaction& transaction, const std::vector<Attempt>& attempts,
                           const std::vector<Claim>& back) {
    std::vector<const Attempt*> succeeded;
    lockWebhooks(transaction, attempts, back);
    if (!back.empty()) {
        release(transaction, back);
    }
    // Consecutive successes of a webhook are counted with one write to its row, before its next failure.
    std::map<Uuid, const Attempt*> uncounted;
    for (const Attempt& attempt : attempts) {
        const Claim& claim = attempt.claim;
        if (attempt.outcome.success()) {
            succeeded.push_back(&attempt);
            uncounted[claim.webhook] = &attempt;
            continue;
        }
        if (const auto before = uncounted.find(claim.webhook); before != uncounted.end()) {
            count(transaction, CountSuccess, *before->second);
            uncounted.erase(before);
        }
        SqlArgs outcome;
        addOutcome(outcome, attempt);
        if (claim.isPing()) {
            transaction.send(fail(), outcome);
            continue;
        }
        outcome.add(nextAttempt(claim.failures, attempt.end).value_or(attempt.end));
        transaction.send(retry(), outcome);
        count(transaction, CountFailure, attempt);
        transaction.sendLate(orderKey(claim), MissOfDisabled,
                             {claim.company.toString(), claim.webhook.toString()});
    }
    if (!succeeded.empty()) {
        succeedMany(transaction, succeeded);
    }
    countMany(transaction, uncounted);
}

bool DeliveryQueue::recordExhaustion(db::Transaction& transaction, const Attempt& attempt,
                                     std::string_view reason) {
    SqlArgs status;
    addStatus(status, attempt);
    status.add(reason).add(attempt.end);
    const bool disabled = !transaction.query(DisableFailing, status).empty();
    SqlArgs outcome;
    addOutcome(outcome, attempt);
    transaction.send(exhaust(), outcome);
    missWaiting(transaction, attempt.claim.company, attempt.claim.webhook);
    return disabled;
}

std::string DeliveryQueue::failingSince(db::Transaction& transaction, const Attempt& attempt) {
    const Claim& claim = attempt.claim;
    SqlArgs args;
    args.add(claim.company).add(claim.delivery).add(claim.createdAt);
    args.add(static_cast<std::int64_t>(claim.attempt - claim.failures + 1));
    const db::Rows rows = transaction.query(FirstFailure, args);
    return rows.empty() ? attempt.at.toString() : std::string(rows.text(0, 0));
}

void DeliveryQueue::missWaiting(db::Transaction& transaction, const Uuid& company, const Uuid& webhook) {
    transaction.send(MissWaiting, {company.toString(), webhook.toString()});
}

} // namespace svc::host::webhooks
