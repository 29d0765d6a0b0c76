#include "host/api/context.hpp"
#include "host/api/period.hpp"
#include "host/core/event_envelope.hpp"

#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::string_view Collection = "events";

// The clock row's position comes from the same snapshot: every event up to it is visible.
constexpr std::string_view EventColumns = "number, type, created_at, object, object_id, data, position";
constexpr std::string_view LastEventPosition =
    "SELECT last_event_position FROM svc.company_clock WHERE company_id = $1";
constexpr std::string_view ReadEvent =
    "SELECT number, type, created_at, object, object_id, data, position FROM svc.event"
    " WHERE company_id = $1 AND number = $2";

void appendRow(std::string& out, const std::string& companyId, const db::Rows& rows, std::size_t row) {
    appendEnvelope(out, {rows.text(row, 0), rows.text(row, 1), instantOf(rows.text(row, 2)), companyId,
                         rows.text(row, 3), rows.text(row, 4), rows.text(row, 5)});
}

void replyText(http::Exchange& exchange, std::string text) {
    exchange.status = 200;
    exchange.answer = std::move(text);
    exchange.answerHeaders.emplace_back("Content-Type", "application/json");
}

struct TypeFilter {
    std::vector<std::string> types;
    std::vector<std::string> families;
    bool all = true;
};

TypeFilter typeFilter(const http::Exchange& exchange) {
    TypeFilter filter;
    const auto text = exchange.queryValue("type");
    if (!text || trim(*text).empty()) {
        return filter;
    }
    filter.all = false;
    for (const std::string_view part : split(*text, ',')) {
        const std::string pattern(trim(part));
        if (!exchange.work->services().catalogue.matchesAnyType(pattern)) {
            throw unknownName(400, "event-unknown", pattern);
        }
        if (pattern == "*") {
            filter.all = true;
        } else if (pattern.ends_with(".*")) {
            filter.families.push_back(pattern.substr(0, pattern.size() - 2));
        } else {
            filter.types.push_back(pattern);
        }
    }
    return filter;
}

std::int64_t positionOf(const std::string& text) {
    const auto position = parseInt64(text);
    if (!position) {
        throw ApiError(400, "cursor-invalid");
    }
    return *position;
}

/// For one type the index by type gives the order as well; a family is a range of that index. Parameters that
/// are not used must still appear, because the server cannot infer their types otherwise.
std::string typeCondition(const TypeFilter& filter) {
    if (filter.all) {
        return "$3::text[] IS NULL AND $4::text[] IS NULL AND $5::text[] IS NULL";
    }
    std::string any = filter.types.size() == 1 ? "type = ($3::text[])[1]" : "type = ANY ($3::text[])";
    for (std::size_t i = 1; i <= filter.families.size(); ++i) {
        const std::string at = "::text[])[" + std::to_string(i) + ']';
        any += " OR type >= ($4" + at + " AND type < ($5" + at;
    }
    return (filter.families.empty() ? "$4::text[] IS NOT NULL AND $5::text[] IS NOT NULL AND (" : "(") + any +
           ')';
}

std::string eventsOf(const TypeFilter& filter, bool newestFirst) {
    return "SELECT " + std::string(EventColumns) + " FROM svc.event WHERE company_id = $1 AND " +
           typeCondition(filter) +
           " AND ($6::text IS NULL OR object_id = $6) AND ($7::timestamptz IS NULL OR created_at >= $7)"
           " AND ($8::timestamptz IS NULL OR created_at < $8)" +
           (newestFirst ? " AND position < $2 ORDER BY position DESC LIMIT $9"
                        : " AND position > $2 ORDER BY position LIMIT $9");
}

void listEvents(http::Exchange& exchange) {
    const auto order = exchange.queryValue("order").value_or("asc");
    if (order != "asc" && order != "desc") {
        throw fieldInvalid("order");
    }
    const bool newestFirst = order == "desc";
    const CursorPage page = cursorPage(exchange, Collection);
    const TypeFilter filter = typeFilter(exchange);
    const Period period = periodOf(exchange);

    SqlArgs args;
    const std::int64_t start = newestFirst ? INT64_MAX : 0;
    args.add(exchange.work->company().id).add(page.position ? positionOf(*page.position) : start);
    if (filter.all) {
        args.add(std::nullopt).add(std::nullopt).add(std::nullopt);
    } else {
        std::vector<std::string> first;
        std::vector<std::string> behind;
        for (const std::string& family : filter.families) {
            first.push_back(family + '.');
            behind.push_back(family + '/'); // the character after the dot in ASCII order
        }
        args.add(auth::arrayText(filter.types)).add(auth::arrayText(first)).add(auth::arrayText(behind));
    }
    args.add(exchange.queryValue("objectId")).add(period.from).add(period.until).add(page.limit + 1);
    db::Transaction& transaction = exchange.work->db();
    const db::Rows rows = transaction.query(eventsOf(filter, newestFirst), args);
    const std::size_t count = std::min(rows.count(), static_cast<std::size_t>(page.limit));

    std::string cursor;
    if (count > 0) {
        cursor = sealCursor(exchange, Collection, rows.text(count - 1, 6));
    } else if (const auto given = exchange.queryValue("cursor"); given && !given->empty()) {
        cursor = *given;
    } else if (const db::Rows last = transaction.query(LastEventPosition, {companyText(exchange)});
               !last.empty() && last.text(0, 0) != "0") {
        // No event matched although the journal has some: the cursor repeats from where this read began.
        cursor = sealCursor(exchange, Collection, newestFirst ? std::to_string(INT64_MAX) : std::string("0"));
    }
    const std::string companyId = encodeId("com", exchange.work->company().id);
    std::string answer = R"({"data":[)";
    for (std::size_t row = 0; row < count; ++row) {
        answer += row == 0 ? "" : ",";
        appendRow(answer, companyId, rows, row);
    }
    answer += R"(],"nextCursor":)";
    Json::appendQuoted(answer, cursor);
    answer += rows.count() > count ? R"(,"hasMore":true})" : R"(,"hasMore":false})";
    replyText(exchange, std::move(answer));
}

void readEvent(http::Exchange& exchange) {
    constexpr std::string_view Prefix = "evt_";
    const std::string& id = exchange.parameters.find("eventId")->second;
    const auto number =
        id.starts_with(Prefix) ? parseInt64(std::string_view(id).substr(Prefix.size())) : std::nullopt;
    // Leading zeros and signs would make a different identifier, which no event has.
    if (!number || std::string(Prefix) + std::to_string(*number) != id) {
        throw ApiError(404, "event-not-found");
    }
    const db::Rows rows =
        exchange.work->db().query(ReadEvent, {companyText(exchange), std::to_string(*number)});
    if (rows.empty()) {
        throw ApiError(404, "event-not-found");
    }
    std::string answer;
    appendRow(answer, encodeId("com", exchange.work->company().id), rows, 0);
    replyText(exchange, std::move(answer));
}

Json typeRecord(const EventType& type) {
    Json descriptions = Json::object();
    for (const auto& [language, text] : type.descriptions) {
        descriptions.add(language, Json(text));
    }
    Json schema(nullptr);
    if (!type.schema.empty()) {
        schema = Json::object({{"$ref", "/openapi.json#/components/schemas/" + type.schema}});
    }
    return Json::object({{"type", type.type},
                         {"family", type.type.substr(0, type.type.find('.'))},
                         {"object", type.object},
                         {"module", type.module},
                         {"reserved", type.reserved},
                         {"since", type.since},
                         {"descriptions", std::move(descriptions)},
                         {"schema", std::move(schema)}});
}

void listEventTypes(http::Exchange& exchange) {
    Json types = Json::array();
    for (const EventType& type : exchange.work->services().catalogue.eventTypes()) {
        types.push(typeRecord(type));
    }
    replyArray(exchange, std::move(types));
}

} // namespace

void addEventHandlers(Handlers& handlers) {
    handlers["listEvents"] = listEvents;
    handlers["readEvent"] = readEvent;
    handlers["listEventTypes"] = listEventTypes;
}

} // namespace svc::host::api
