#include "host/core/work_journal.hpp"

#include <algorithm>

namespace svc::host {
namespace {

constexpr std::size_t EventsOfPart = 1000;
constexpr std::size_t BytesOfPart = 4 * 1024 * 1024;
constexpr std::size_t HistoryAtOnce = 500;

// Positions are given out under the lock of the clock row, which lasts until the commit: so the order of
// commits is the order of positions, and a reader of the journal skips nothing (the numbers of the sequence
// grow with them), and no event is older than the one before it. While parts of an earlier transaction wait
// to be published, these events are queued after them. The same statement files one delivery for each webhook
// that listens. $9 is the start of a UUIDv7 of this instant: the ids of the deliveries sort by time too.
constexpr std::string_view WriteEvents =
    "WITH clock AS (UPDATE svc.company_clock SET last_event_position = last_event_position"
    " + CASE parts_waiting WHEN 0 THEN $2::bigint ELSE 0 END,"
    " last_turn = last_turn + CASE parts_waiting WHEN 0 THEN 0 ELSE 1 END,"
    " parts_waiting = parts_waiting + CASE parts_waiting WHEN 0 THEN 0 ELSE 1 END,"
    " last_event_at = greatest(last_event_at, $7::timestamptz)"
    " WHERE company_id = $1"
    " RETURNING last_event_position - $2::bigint AS base, last_turn, parts_waiting > 0 AS waits,"
    " last_event_at AS at),"
    " behind AS (INSERT INTO svc.event_waiting (company_id, work, part, turn, types, objects, object_ids,"
    " data, created_at, request_id) SELECT $1, $10, 0, last_turn, $3, $4, $5, $6, at, $8 FROM clock"
    " WHERE waits),"
    " written AS (INSERT INTO svc.event (company_id, number, position, type, object, object_id, created_at,"
    " data, request_id)"
    " SELECT $1, nextval('svc.event_number'), clock.base + e.ordinality, e.type, e.object, e.object_id,"
    " clock.at, e.data, $8"
    " FROM clock, unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY"
    " AS e(type, object, object_id, data, ordinality) WHERE NOT clock.waits ORDER BY e.ordinality"
    " RETURNING number, position, type, object_id, created_at),"
    " filed AS (INSERT INTO svc.webhook_delivery (company_id, id, webhook_id, event_number, position, event,"
    " object_id, state, created_at)"
    " SELECT $1, overlay(gen_random_uuid()::text placing $9 from 1 for 15)::uuid, w.id, e.number, e.position,"
    " e.type, e.object_id, CASE WHEN w.enabled THEN 'pending' ELSE 'missed' END, e.created_at"
    " FROM written e JOIN svc.webhook w ON w.company_id = $1"
    " AND w.events && ARRAY[e.type, split_part(e.type, '.', 1) || '.*', '*']"
    " RETURNING webhook_id, id, position, object_id, state, created_at)"
    " INSERT INTO svc.webhook_due (company_id, webhook_id, delivery_id, created_at, position, object_id,"
    " due_at) SELECT $1, webhook_id, id, created_at, position, object_id, $7 FROM filed"
    " WHERE state = 'pending'";

constexpr std::string_view KeepPart =
    "INSERT INTO svc.event_waiting (company_id, work, part, types, objects, object_ids, data, created_at,"
    " request_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

// Sets the turn of the parts that were stored during the transaction, under the lock of the clock row.
constexpr std::string_view GiveTurn =
    "WITH clock AS (UPDATE svc.company_clock SET last_turn = last_turn + 1, parts_waiting = parts_waiting + "
    "$3"
    " WHERE company_id = $1 RETURNING last_turn)"
    " UPDATE svc.event_waiting w SET turn = clock.last_turn FROM clock WHERE w.company_id = $1 AND w.work = "
    "$2";

constexpr std::string_view WriteHistory =
    "INSERT INTO svc.history (company_id, kind, document_id, id, at, actor_kind, actor_id, actor_label,"
    " action, changes, request_id)"
    " SELECT $1, h.kind, h.document_id, h.id, $2, $3, $4, $5, h.action, h.changes, $6"
    " FROM unnest($7::text[], $8::text[], $9::uuid[], $10::text[], $11::json[])"
    " AS h(kind, document_id, id, action, changes)";

constexpr std::size_t TimeOfUuid = 15; // up to and including the version digit

void append(std::string& array, std::string_view value) {
    array += array.empty() ? "{\"" : ",\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            array += '\\';
        }
        array += c;
    }
    array += '"';
}

/// Arrays of types, objects, identifiers and data.
std::vector<std::string> arraysOf(const std::vector<EmittedEvent>& events) {
    std::vector<std::string> arrays(4);
    for (const EmittedEvent& event : events) {
        append(arrays[0], event.type->type);
        append(arrays[1], event.object);
        append(arrays[2], event.objectId);
        append(arrays[3], event.data);
    }
    for (std::string& array : arrays) {
        array += '}';
    }
    return arrays;
}

} // namespace

void WorkJournal::add(db::Transaction& transaction, const Common& common, EmittedEvent event) {
    if ((rehearsing_ || common.dryRun) && events_.size() >= EventsOfPart) {
        return;
    }
    bytes_ += event.data.size();
    events_.push_back(std::move(event));
    const bool full = events_.size() >= EventsOfPart || bytes_ >= BytesOfPart;
    if (full && !rehearsing_ && !common.dryRun) {
        keepPart(transaction, common);
    }
}

void WorkJournal::add(db::Transaction& transaction, const Common& common, HistoryLine line) {
    if (rehearsing_ || common.dryRun) {
        return;
    }
    history_.push_back(std::move(line));
    if (history_.size() >= HistoryAtOnce) {
        sendHistory(transaction, common);
    }
}

WorkJournal::Mark WorkJournal::rehearse() {
    rehearsing_ = true;
    return {events_.size(), history_.size()};
}

void WorkJournal::undo(const Mark& mark) {
    events_.resize(mark.events);
    history_.resize(mark.history);
    rehearsing_ = false;
}

void WorkJournal::keepPart(db::Transaction& transaction, const Common& common) {
    const std::vector<std::string> arrays = arraysOf(events_);
    transaction.send(KeepPart, {common.company, common.work.toString(), std::to_string(parts_), arrays[0],
                                arrays[1], arrays[2], arrays[3], common.at, common.requestId});
    ++parts_;
    events_.clear();
    bytes_ = 0;
}

void WorkJournal::sendHistory(db::Transaction& transaction, const Common& common) {
    std::string kinds;
    std::string documents;
    std::string ids;
    std::string actions;
    std::string changes;
    for (const HistoryLine& line : history_) {
        append(kinds, line.kind);
        append(documents, line.documentId);
        append(ids, line.id.toString());
        append(actions, line.action);
        append(changes, line.changes);
    }
    for (std::string* array : {&kinds, &documents, &ids, &actions, &changes}) {
        *array += '}';
    }
    const auto actorId = common.actor.idText();
    const auto label = actorId ? db::Param(common.actorLabel) : db::Param();
    transaction.send(WriteHistory, {common.company, common.at, common.actor.kindText(), actorId, label,
                                    common.requestId, kinds, documents, ids, actions, changes});
    history_.clear();
}

std::vector<db::Statement> WorkJournal::last(db::Transaction& transaction, const Common& common) {
    params_.clear();
    if (!history_.empty()) {
        sendHistory(transaction, common);
    }
    if (parts_ > 0) {
        if (!events_.empty()) {
            keepPart(transaction, common);
        }
        texts_ = {common.company, common.work.toString(), std::to_string(parts_)};
        params_.assign(texts_.begin(), texts_.end());
        return {{GiveTurn, params_}};
    }
    if (events_.empty()) {
        return {};
    }
    texts_ = arraysOf(events_);
    texts_.insert(texts_.begin(), {common.company, std::to_string(events_.size())});
    texts_.insert(texts_.end(), {common.at, common.requestId, common.work.toString().substr(0, TimeOfUuid),
                                 common.work.toString()});
    params_.assign(texts_.begin(), texts_.end());
    return {{WriteEvents, params_}};
}

void WorkJournal::clear() {
    *this = WorkJournal();
}

} // namespace svc::host
