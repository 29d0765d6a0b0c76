#include "host/core/event_publisher.hpp"

#include <exception>

#include <svc/id.hpp>

#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

constexpr std::chrono::milliseconds PollForEvents{1000};

constexpr std::string_view WithUnpublishedEvents =
    "SELECT DISTINCT company_id FROM svc.event_waiting WHERE turn IS NOT NULL";

constexpr std::string_view Lock =
    "SELECT pg_try_advisory_xact_lock(hashtextextended('svc.event_waiting:' || $1, 0))";

// Gives out positions under the lock of the clock row, as WorkJournal does for a single write, here for one
// part. $2 is now, $3 the start of a UUIDv7 of now.
constexpr std::string_view Publish =
    "WITH part AS MATERIALIZED (SELECT * FROM svc.event_waiting WHERE company_id = $1 AND turn IS NOT NULL"
    " ORDER BY turn, part LIMIT 1),"
    " clock AS (UPDATE svc.company_clock SET last_event_position = last_event_position"
    " + cardinality(part.types), parts_waiting = parts_waiting - 1,"
    " last_event_at = greatest(last_event_at, part.created_at) FROM part"
    " WHERE svc.company_clock.company_id = $1"
    " RETURNING last_event_position - cardinality(part.types) AS base, last_event_at AS at),"
    " gone AS (DELETE FROM svc.event_waiting w USING part WHERE w.company_id = $1 AND w.work = part.work"
    " AND w.part = part.part),"
    " written AS (INSERT INTO svc.event (company_id, number, position, type, object, object_id, created_at,"
    " data, request_id)"
    " SELECT $1, nextval('svc.event_number'), clock.base + e.ordinality, e.type, e.object, e.object_id,"
    " clock.at, e.data, part.request_id"
    " FROM clock, part, unnest(part.types, part.objects, part.object_ids, part.data) WITH ORDINALITY"
    " AS e(type, object, object_id, data, ordinality) ORDER BY e.ordinality"
    " RETURNING number, position, type, object_id, created_at),"
    " filed AS (INSERT INTO svc.webhook_delivery (company_id, id, webhook_id, event_number, position, event,"
    " object_id, state, created_at)"
    " SELECT $1, overlay(gen_random_uuid()::text placing $3 from 1 for 15)::uuid, w.id, e.number, e.position,"
    " e.type, e.object_id, CASE WHEN w.enabled THEN 'pending' ELSE 'missed' END, e.created_at"
    " FROM written e JOIN svc.webhook w ON w.company_id = $1"
    " AND w.events && ARRAY[e.type, split_part(e.type, '.', 1) || '.*', '*']"
    " RETURNING webhook_id, id, position, object_id, state, created_at),"
    " due AS (INSERT INTO svc.webhook_due (company_id, webhook_id, delivery_id, created_at, position,"
    " object_id, due_at) SELECT $1, webhook_id, id, created_at, position, object_id, $2 FROM filed"
    " WHERE state = 'pending' RETURNING 1)"
    " SELECT (SELECT count(*) FROM clock), (SELECT count(*) FROM due)";

} // namespace

EventPublisher::EventPublisher(Services& services)
    : services_(services), loop_(PollForEvents, [this] { return runOnce(); }) {}

bool EventPublisher::runOnce() {
    db::Transaction transaction(services_.pool);
    const db::Rows companies = transaction.query(WithUnpublishedEvents, {});
    transaction.endRead();
    bool moved = false;
    for (std::size_t row = 0; row < companies.count(); ++row) {
        moved = publish(companies.text(row, 0)) || moved;
    }
    return moved;
}

bool EventPublisher::publish(std::string_view company) {
    constexpr std::size_t TimeOfUuid = 15; // up to and including the version digit
    try {
        db::Transaction transaction(services_.pool, company);
        if (transaction.query(Lock, {company}).text(0, 0) != "t") {
            return false;
        }
        const Instant now = services_.clock.now();
        const db::Rows rows = transaction.query(
            Publish, {company, now.toSql(), newUuid(now, 0).toString().substr(0, TimeOfUuid)});
        const bool published = rows.text(0, 0) != "0";
        Filed filed;
        filed.deliveries = rows.text(0, 1) != "0";
        transaction.commit();
        if (services_.wake && filed.any()) {
            services_.wake(filed);
        }
        return published;
    } catch (const std::exception& error) {
        if (services_.log) {
            services_.log(3, {}, "host", std::string("events wait for the journal: ") + error.what());
        }
        return false;
    }
}

} // namespace svc::host
