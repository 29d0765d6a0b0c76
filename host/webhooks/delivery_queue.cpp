#include "host/webhooks/delivery_queue.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <svc/error.hpp>

#include "host/auth/sql.hpp"
#include "host/core/event_envelope.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::webhooks {
namespace {

using auth::SqlArgs;

constexpr std::int64_t Lease = 60 * Instant::Second;

// Forces index look-ups row by row, however small the planner estimates the tables to be.
constexpr std::string_view LeaveNoTableToBeScanned = "SET LOCAL enable_seqscan = off";

// Webhooks with due deliveries, found by a loose index scan from one webhook to the next. A webhook whose
// last attempt failed gets one attempt at a time, so that it costs little. $5 is what this host knows of the
// webhooks, a JSON object by their ids: a look-up in it costs the same in every plan.
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
    " turns AS (SELECT r.*, coalesce(($5::jsonb -> r.webhook_id::text ->> 0)::integer, 0) AS held,"
    " coalesce(($5::jsonb -> r.webhook_id::text ->> 1)::integer, 4) AS more,"
    " row_number() OVER (PARTITION BY r.company_id ORDER BY r.since) AS turn FROM ready r"
    " WHERE r.since IS NOT NULL)"
    " SELECT w.company_id, w.id, b.base, t.held, t.more FROM turns t"
    " JOIN svc.webhook w ON w.company_id = t.company_id AND w.id = t.webhook_id CROSS JOIN LATERAL"
    " (SELECT CASE WHEN w.last_status BETWEEN 200 AND 299 THEN 4 ELSE 1 END AS base) b"
    " WHERE w.enabled AND ($3::boolean OR b.base = 4)"
    " AND CASE WHEN b.base = 4 AND t.others = 0 THEN t.more ELSE b.base - t.held - t.others END > 0"
    " ORDER BY t.turn, t.since LIMIT $2 FOR NO KEY UPDATE OF w SKIP LOCKED";

// A separate statement after the webhooks are locked, so that it sees what previous holders of the locks have
// claimed. An expired lease may be that of a delivery that crashes its host: then no more deliveries are
// claimed than are sent at a time, so that few others lose an attempt. Each row is found through the order of
// an index.
constexpr std::string_view ClaimDue =
    "WITH wanted AS (SELECT * FROM"
    " unnest($2::uuid[], $3::uuid[], $4::integer[], $5::integer[], $6::integer[])"
    " AS w(company_id, webhook_id, base, held, more)),"
    " picked AS (SELECT d.place, d.due_at, w.base FROM wanted w CROSS JOIN LATERAL"
    " (SELECT d.ctid AS place, d.due_at FROM svc.webhook_due d"
    " WHERE d.company_id = w.company_id AND d.webhook_id = w.webhook_id AND d.due_at <= $1"
    " AND d.delivery_id NOT IN (SELECT unnest($7::uuid[]))"
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
    " d.attempt - d.first_attempt + 1, p.base > 1, d.position";
constexpr std::string_view OthersHold =
    "SELECT 1 FROM svc.webhook_due WHERE company_id = $1 AND webhook_id = $2 AND leased AND due_at > $3"
    " AND leased_by IS DISTINCT FROM $4 LIMIT 1";

constexpr std::string_view ReadWebhooks =
    "SELECT id, url, secret, key_version, CASE WHEN previous_until > $3 THEN previous_secret END,"
    " previous_key_version FROM svc.webhook WHERE company_id = $1 AND id = ANY ($2::uuid[])";
// The bounds select the partitions: without them each partition is opened.
constexpr std::string_view ReadEvents =
    "SELECT c.position, n.type, n.number, n.created_at, n.object, n.object_id, n.data"
    " FROM unnest($2::bigint[], $3::timestamptz[]) AS c(position, created_at) CROSS JOIN LATERAL"
    " (SELECT e.* FROM svc.event e WHERE (e.company_id, e.position, e.created_at)"
    " >= ($1::uuid, c.position, c.created_at) AND e.created_at BETWEEN $4::timestamptz AND $5::timestamptz"
    " ORDER BY e.company_id, e.position, e.created_at LIMIT 1) n"
    " WHERE n.company_id = $1::uuid AND n.position = c.position AND n.created_at = c.created_at";
// A ping that can be replayed stores its body in its delivery.
constexpr std::string_view ReadPings =
    "SELECT v.id, v.event, v.event_number, v.body FROM unnest($2::uuid[], $3::timestamptz[])"
    " AS c(id, created_at) JOIN svc.webhook_delivery v ON v.company_id = $1 AND v.id = c.id"
    " AND v.created_at = c.created_at WHERE v.created_at BETWEEN $4::timestamptz AND $5::timestamptz"
    " AND v.body IS NOT NULL";
// The event is no longer kept, or the webhook is gone.
constexpr std::string_view Forget =
    "WITH forgotten AS (DELETE FROM svc.webhook_due WHERE company_id = $1 AND webhook_id = $2"
    " AND delivery_id = $3 RETURNING created_at) UPDATE svc.webhook_delivery v SET state = 'missed',"
    " next_attempt_at = NULL FROM forgotten f"
    " WHERE v.company_id = $1 AND v.id = $3 AND v.created_at = f.created_at";

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

/// The content of an event, or of a ping.
struct Content {
    std::string type;
    std::string number;
    std::string body;
};

/// The contents of a batch, each read once.
class Contents {
public:
    /// Indexes events by position.
    void addEvents(const db::Rows& rows, const Uuid& company) {
        const std::string companyId = encodeId("com", company);
        for (std::size_t row = 0; row < rows.count(); ++row) {
            Content content{std::string(rows.text(row, 1)), std::string(rows.text(row, 2)), {}};
            appendEnvelope(content.body,
                           {content.number, content.type, auth::instantOf(rows.text(row, 3)), companyId,
                            rows.text(row, 4), rows.text(row, 5), rows.text(row, 6)});
            found_.insert_or_assign(std::string(rows.text(row, 0)), std::move(content));
        }
    }
    /// Indexes pings by delivery.
    void addPings(const db::Rows& rows) {
        for (std::size_t row = 0; row < rows.count(); ++row) {
            found_.insert_or_assign(std::string(rows.text(row, 0)),
                                    Content{std::string(rows.text(row, 1)), std::string(rows.text(row, 2)),
                                            std::string(rows.text(row, 3))});
        }
    }
    const Content* of(const Claim& claim) const {
        const auto found = found_.find(claim.isPing() ? claim.delivery.toString() : claim.position);
        return found == found_.end() ? nullptr : &found->second;
    }

private:
    std::map<std::string, Content, std::less<>> found_;
};

} // namespace

DeliveryQueue::DeliveryQueue(Services& services, const SecretSealer& sealer)
    : services_(services), sealer_(sealer), host_(newUuid(services.clock.now()).toString()) {}

std::vector<Claim> DeliveryQueue::claim(const ClaimRequest& request) {
    const Instant now = services_.clock.now();
    std::string known;
    for (const ClaimRequest::Known& one : request.known) {
        known += (known.empty() ? "{\"" : ",\"") + one.webhook.toString() + "\":[" +
                 std::to_string(one.held) + ',' + std::to_string(one.more) + ']';
    }
    known += known.empty() ? "{}" : "}";
    db::Transaction transaction(services_.pool);
    transaction.send(LeaveNoTableToBeScanned, {});
    const db::Rows ready = transaction.query(LockReady, {now.toSql(), std::to_string(request.webhooks),
                                                         request.unproven ? "t" : "f", host_, known});
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
    // Divides the request evenly among the webhooks.
    const std::size_t share = std::max<std::size_t>(4, request.deliveries / ready.count());
    for (std::string& more : wanted[4]) {
        more = std::to_string(std::min(share, static_cast<std::size_t>(auth::integerOf(more))));
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
        claim.position = rows.text(row, 8);
        claims.push_back(std::move(claim));
    }
    return claims;
}

bool DeliveryQueue::othersHold(db::Transaction& transaction, const Uuid& company, const Uuid& webhook) {
    return !transaction
                .query(OthersHold,
                       {company.toString(), webhook.toString(), services_.clock.now().toSql(), host_})
                .empty();
}

std::map<Uuid, DeliveryQueue::Target> DeliveryQueue::targetsOf(const db::Rows& rows,
                                                               const Uuid& company) const {
    std::map<Uuid, Target> targets;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const Uuid webhook = Uuid::parse(rows.text(row, 0)).value_or(Uuid());
        Target target{std::string(rows.text(row, 1)), {}};
        try {
            const int version = static_cast<int>(auth::integerOf(rows.text(row, 3)));
            target.secrets = {sealer_.open(company, webhook, version, rows.text(row, 2))};
            if (const auto previous = rows.cell(row, 4)) {
                const int before = static_cast<int>(auth::integerOf(rows.text(row, 5)));
                target.secrets.push_back(sealer_.open(company, webhook, before, *previous));
            }
        } catch (const std::exception& error) {
            if (services_.log) {
                services_.log(4, {}, "host", std::string("delivery of a webhook: ") + error.what());
            }
        }
        targets.emplace(webhook, std::move(target));
    }
    return targets;
}

std::vector<Job> DeliveryQueue::prepare(const Uuid& companyId, std::vector<Claim> claims) {
    const std::string company = companyId.toString();
    std::set<std::string> webhooks;
    std::map<std::string, const Claim*> events; // by position
    std::vector<const Claim*> pings;
    std::vector<const Claim*> all;
    for (const Claim& claim : claims) {
        all.push_back(&claim);
        webhooks.insert(claim.webhook.toString());
        if (claim.isPing()) {
            pings.push_back(&claim);
        } else {
            events.emplace(claim.position, &claim);
        }
    }
    const auto [first, last] = spanOf(all);
    const std::string wanted = auth::arrayText(std::vector<std::string>(webhooks.begin(), webhooks.end()));
    const std::string positions = listOf(events, [](const auto& event) { return event.first; });
    const std::string instants = listOf(events, [](const auto& event) { return event.second->createdAt; });
    db::Transaction transaction(services_.pool, company);
    transaction.send(FollowIndexes, {});
    const std::string now = services_.clock.now().toSql();
    const std::array<db::Param, 3> ofWebhooks{company, wanted, now};
    const std::array<db::Param, 5> ofEvents{company, positions, instants, first, last};
    const std::vector<db::Rows> rows =
        transaction.queryMany({{ReadWebhooks, ofWebhooks}, {ReadEvents, ofEvents}});
    Contents contents;
    contents.addEvents(rows[1], companyId);
    if (!pings.empty()) {
        contents.addPings(transaction.query(
            ReadPings, {company, listOf(pings, [](const Claim* claim) { return claim->delivery.toString(); }),
                        listOf(pings, [](const Claim* claim) { return claim->createdAt; }), first, last}));
    }
    const std::map<Uuid, Target> targets = targetsOf(rows[0], companyId);
    std::vector<Job> jobs;
    std::size_t forgotten = 0;
    for (Claim& claim : claims) {
        const Content* content = contents.of(claim);
        const auto target = targets.find(claim.webhook);
        if (content == nullptr || target == targets.end()) {
            transaction.send(Forget, {company, claim.webhook.toString(), claim.delivery.toString()});
            ++forgotten;
            continue;
        }
        if (target->second.secrets.empty()) {
            continue; // its lease ends, and another host may know the key
        }
        Job job;
        job.url = target->second.url;
        job.secrets = target->second.secrets;
        job.event = content->type;
        job.eventNumber = content->number;
        job.body = content->body;
        job.claim = std::move(claim);
        jobs.push_back(std::move(job));
    }
    if (forgotten == 0) {
        transaction.endRead();
    } else {
        transaction.commit();
    }
    return jobs;
}

} // namespace svc::host::webhooks
