#include "host/webhooks/delivery_queue.hpp"

#include <map>

#include <svc/error.hpp>

#include "host/auth/sql.hpp"
#include "host/core/event_envelope.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::webhooks {
namespace {

using auth::SqlArgs;

constexpr std::int64_t Lease = 60 * Instant::Second;

// A claim that a crash of the database undoes is claimed again: nobody waits for the disk.
constexpr std::string_view Hurry = "SET LOCAL synchronous_commit = off";

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
    " AND d.webhook_id = q.webhook_id AND d.leased AND d.due_at > $1"
    " AND d.leased_by IS DISTINCT FROM $4) AS others FROM queue q),"
    " turns AS (SELECT r.*, coalesce(k.held, 0) AS held, coalesce(k.more, 4) AS more,"
    " row_number() OVER (PARTITION BY r.company_id ORDER BY r.since) AS turn FROM ready r"
    " LEFT JOIN unnest($5::uuid[], $6::integer[], $7::integer[]) AS k(webhook_id, held, more)"
    " ON k.webhook_id = r.webhook_id WHERE r.since IS NOT NULL)"
    " SELECT w.company_id, w.id, b.base, t.held, t.more FROM turns t"
    " JOIN svc.webhook w ON w.company_id = t.company_id AND w.id = t.webhook_id CROSS JOIN LATERAL"
    " (SELECT CASE WHEN w.last_status BETWEEN 200 AND 299 THEN 4 ELSE 1 END AS base) b"
    " WHERE w.enabled AND ($3::boolean OR b.base = 4)"
    " AND CASE WHEN b.base = 4 AND t.others = 0 THEN t.more ELSE b.base - t.held - t.others END > 0"
    " ORDER BY t.turn, t.since LIMIT $2 FOR NO KEY UPDATE OF w SKIP LOCKED";

// A statement of its own, after the webhooks are locked: it sees what former holders of the locks claimed.
// Leases that have ended may be those of a delivery that kills its host: then no more are taken than are sent
// at a time, so that few others lose attempts with it. Each row is found
// by the order of an index.
constexpr std::string_view ClaimDue =
    "WITH wanted AS (SELECT * FROM"
    " unnest($2::uuid[], $3::uuid[], $4::integer[], $5::integer[], $6::integer[])"
    " AS w(company_id, webhook_id, base, held, more)),"
    " picked AS (SELECT d.place, d.due_at, w.base FROM wanted w CROSS JOIN LATERAL"
    " (SELECT d.ctid AS place, d.due_at FROM svc.webhook_due d"
    " WHERE d.company_id = w.company_id AND d.webhook_id = w.webhook_id AND d.due_at <= $1"
    " AND NOT (d.leased AND d.delivery_id = ANY ($7::uuid[]))"
    " AND (d.tried OR d.delivery_id = (SELECT e.delivery_id FROM svc.webhook_due e WHERE NOT e.tried"
    " AND (e.company_id, e.webhook_id, e.object_id, e.position)"
    " >= (d.company_id, d.webhook_id, d.object_id, 0)"
    " ORDER BY e.company_id, e.webhook_id, e.object_id, e.position LIMIT 1))"
    " ORDER BY d.due_at LIMIT (SELECT CASE WHEN w.base = 4 AND l.others = 0 AND NOT l.ended"
    " THEN w.more ELSE greatest(0, w.base - w.held - l.others) END FROM (SELECT"
    " count(*) FILTER (WHERE f.due_at > $1 AND f.leased_by IS DISTINCT FROM $8) AS others,"
    " coalesce(bool_or(f.due_at <= $1 AND NOT f.delivery_id = ANY ($7::uuid[])), false) AS ended"
    " FROM svc.webhook_due f WHERE f.company_id = w.company_id AND f.webhook_id = w.webhook_id AND f.leased"
    " ) l) FOR UPDATE SKIP LOCKED) d LIMIT $10)"
    " UPDATE svc.webhook_due d SET leased = true, leased_by = $8, due_at = $9, attempt = d.attempt + 1"
    " FROM picked p WHERE d.ctid = p.place"
    " RETURNING d.company_id, d.webhook_id, d.delivery_id, d.created_at, p.due_at, d.attempt,"
    " d.attempt - d.first_attempt + 1, p.base > 1";

// The bounds say which partitions there are to look at: without them each is opened.
constexpr std::string_view ReadDeliveries =
    "SELECT v.id, w.url, w.secret, w.key_version, v.event, v.event_number, v.body, e.created_at, e.object,"
    " e.object_id, e.data FROM unnest($2::uuid[], $3::timestamptz[]) AS c(id, created_at) CROSS JOIN LATERAL"
    " (SELECT d.* FROM svc.webhook_delivery d WHERE (d.company_id, d.id, d.created_at)"
    " >= ($1::uuid, c.id, c.created_at) AND d.created_at BETWEEN $4::timestamptz AND $5::timestamptz"
    " ORDER BY d.company_id, d.id, d.created_at LIMIT 1) v"
    " JOIN svc.webhook w ON w.company_id = v.company_id AND w.id = v.webhook_id LEFT JOIN LATERAL"
    " (SELECT n.* FROM svc.event n WHERE (n.company_id, n.position, n.created_at)"
    " >= ($1::uuid, v.position, v.created_at) AND n.created_at BETWEEN $4::timestamptz AND $5::timestamptz"
    " ORDER BY n.company_id, n.position, n.created_at LIMIT 1) e"
    " ON e.company_id = v.company_id AND e.position = v.position AND e.created_at = v.created_at"
    " WHERE v.company_id = $1::uuid AND v.id = c.id AND v.created_at = c.created_at";
constexpr std::string_view Forget =
    "DELETE FROM svc.webhook_due WHERE company_id = $1 AND webhook_id = $2 AND delivery_id = $3";

/// One list for each column, for unnest.
template <class Range, class Value>
std::string listOf(const Range& range, Value value) {
    std::vector<std::string> list;
    list.reserve(range.size());
    for (const auto& one : range) {
        list.push_back(value(one));
    }
    return auth::arrayText(list);
}

std::string bodyOf(const db::Rows& rows, std::size_t row, const Uuid& company) {
    if (const auto kept = rows.cell(row, 6)) {
        return std::string(*kept);
    }
    const std::string companyId = encodeId("com", company);
    std::string body;
    appendEnvelope(body, {rows.text(row, 5), rows.text(row, 4), auth::instantOf(rows.text(row, 7)), companyId,
                          rows.text(row, 8), rows.text(row, 9), rows.text(row, 10)});
    return body;
}

} // namespace

DeliveryQueue::DeliveryQueue(Services& services, const SecretSealer& sealer)
    : services_(services), sealer_(sealer), host_(newUuid(services.clock.now()).toString()) {}

std::vector<Claim> DeliveryQueue::claim(const ClaimRequest& request) {
    const Instant now = services_.clock.now();
    const auto webhookOf = [](const ClaimRequest::Known& known) { return known.webhook.toString(); };
    const auto heldOf = [](const ClaimRequest::Known& known) { return std::to_string(known.held); };
    const auto moreOf = [](const ClaimRequest::Known& known) { return std::to_string(known.more); };
    db::Transaction transaction(services_.pool);
    const db::Rows ready =
        transaction.query(LockReady, {now.toSql(), std::to_string(request.webhooks),
                                      request.unproven ? "t" : "f", host_, listOf(request.known, webhookOf),
                                      listOf(request.known, heldOf), listOf(request.known, moreOf)});
    std::vector<Claim> claims;
    if (ready.empty()) {
        transaction.endRead();
        return claims;
    }
    std::vector<std::vector<std::string>> wanted(5);
    for (std::size_t row = 0; row < ready.count(); ++row) {
        for (std::size_t column = 0; column < wanted.size(); ++column) {
            wanted[column].emplace_back(ready.text(row, column));
        }
    }
    transaction.send(FollowIndexes, {});
    const db::Rows rows =
        transaction.commitWith(ClaimDue, {now.toSql(), auth::arrayText(wanted[0]), auth::arrayText(wanted[1]),
                                          auth::arrayText(wanted[2]), auth::arrayText(wanted[3]),
                                          auth::arrayText(wanted[4]), auth::arrayText(request.mine), host_,
                                          (now + Lease).toSql(), std::to_string(request.deliveries)});
    for (std::size_t row = 0; row < rows.count(); ++row) {
        Claim claim;
        claim.company = Uuid::parse(rows.text(row, 0)).value_or(Uuid());
        claim.webhook = Uuid::parse(rows.text(row, 1)).value_or(Uuid());
        claim.delivery = Uuid::parse(rows.text(row, 2)).value_or(Uuid());
        claim.createdAt = rows.text(row, 3);
        claim.dueAt = rows.text(row, 4);
        claim.attempt = static_cast<int>(auth::integerOf(rows.text(row, 5)));
        claim.failures = static_cast<int>(auth::integerOf(rows.text(row, 6)));
        claim.proven = rows.text(row, 7) == "t";
        claims.push_back(std::move(claim));
    }
    return claims;
}

std::vector<Job> DeliveryQueue::prepare(const Uuid& companyId, std::vector<Claim> claims) {
    const std::string company = companyId.toString();
    const auto deliveryOf = [](const Claim& claim) { return claim.delivery.toString(); };
    db::Transaction transaction(services_.pool, company);
    std::vector<const Claim*> all;
    for (const Claim& claim : claims) {
        all.push_back(&claim);
    }
    const auto [first, last] = spanOf(all);
    transaction.send(FollowIndexes, {});
    const db::Rows rows = transaction.query(
        ReadDeliveries, {company, listOf(claims, deliveryOf),
                         listOf(claims, [](const Claim& claim) { return claim.createdAt; }), first, last});
    std::map<std::string, std::size_t, std::less<>> found;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        if (!rows.isNull(row, 6) || !rows.isNull(row, 10)) {
            found.emplace(rows.text(row, 0), row);
        }
    }
    std::vector<Job> jobs;
    std::map<std::string, std::string, std::less<>> secrets; // by their sealed form
    const auto now = std::chrono::steady_clock::now();
    for (Claim& claim : claims) {
        const auto place = found.find(claim.delivery.toString());
        if (place == found.end()) {
            transaction.send(Forget, {company, claim.webhook.toString(), claim.delivery.toString()});
            continue;
        }
        const std::size_t row = place->second;
        auto secret = secrets.find(rows.text(row, 2));
        if (secret == secrets.end()) {
            const int version = static_cast<int>(auth::integerOf(rows.text(row, 3)));
            secret = secrets
                         .emplace(rows.text(row, 2),
                                  sealer_.open(companyId, claim.webhook, version, rows.text(row, 2)))
                         .first;
        }
        Job job;
        job.url = rows.text(row, 1);
        job.secret = secret->second;
        job.event = rows.text(row, 4);
        job.eventNumber = rows.text(row, 5);
        job.body = bodyOf(rows, row, companyId);
        job.preparedAt = now;
        job.claim = std::move(claim);
        jobs.push_back(std::move(job));
    }
    if (jobs.size() == claims.size()) {
        transaction.endRead();
    } else {
        transaction.commit();
    }
    return jobs;
}

} // namespace svc::host::webhooks
