#include "store/counts.hpp"

#include <svc/list_search.hpp>

namespace svc::stock {
namespace {

#define STOCK_COUNT_COLUMNS                                                                                  \
    "c.id, c.location_id, c.status, c.date, c.note, c.version, c.created_at, c.updated_at, "                 \
    "c.created_by_kind, c.created_by_id"
#define STOCK_COUNT_LINES                                                                                    \
    "(SELECT json_agg(json_build_array(l.item_id, l.lot_number, l.counted, l.expected, l.value) "            \
    "ORDER BY l.position) FROM stock.count_line l WHERE l.company_id = $1 AND l.count_id = c.id)"
// FOR UPDATE of the count alone: its lines are changed by whoever holds it.
constexpr std::string_view Lock =
    "SELECT " STOCK_COUNT_COLUMNS ", " STOCK_COUNT_LINES
    " FROM stock.count c WHERE c.company_id = $1 AND c.id = $2 FOR NO KEY UPDATE";
constexpr std::string_view InsertCount =
    "INSERT INTO stock.count (company_id, id, location_id, status, date, note, created_at, updated_at,"
    " created_by_kind, created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)";
constexpr std::string_view InsertCountLines =
    "INSERT INTO stock.count_line (company_id, count_id, position, item_id, lot_number, counted, expected, "
    "value)"
    " SELECT $1::uuid, $2::uuid, w.position, w.item_id, w.lot_number, w.counted, w.expected, w.value"
    " FROM unnest($3::uuid[], $4::text[], $5::numeric[], $6::numeric[], $7::bigint[]) WITH ORDINALITY"
    " AS w (item_id, lot_number, counted, expected, value, position)";
constexpr std::string_view Update =
    "UPDATE stock.count SET status = $3, date = $4, version = $5, updated_at = $6"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view UpdateLines =
    "UPDATE stock.count_line l SET expected = w.expected, value = w.value"
    " FROM unnest($3::numeric[], $4::bigint[]) WITH ORDINALITY AS w (expected, value, position)"
    " WHERE l.company_id = $1 AND l.count_id = $2 AND l.position = w.position";

/// Reads STOCK_COUNT_COLUMNS, the first of which is at `at`, and the lines.
Count countOf(const Row& row, std::uint32_t at) {
    Count count;
    count.id = row.uuid(at++);
    count.locationId = row.uuid(at++);
    count.status = row.text(at++);
    count.date = row.date(at++);
    if (const auto note = row.optionalText(at++)) {
        count.note = std::string(*note);
    }
    count.version = row.integer(at++);
    count.createdAt = row.instant(at++);
    count.updatedAt = row.instant(at++);
    if (const auto kind = row.optionalText(at++)) {
        count.createdByKind = std::string(*kind);
    }
    count.createdById = row.optionalUuid(at++);
    const Json lines = row.isNull(at) ? Json::array() : row.json(at);
    for (const Json& values : lines.items()) {
        CountLine line;
        line.itemId = Uuid::parse(values[0].text()).value();
        if (!values[1].isNull()) {
            line.lot = values[1].text();
        }
        line.counted = values[2].decimal().normalized();
        if (!values[3].isNull()) {
            line.expected = values[3].decimal().normalized();
            line.value = values[4].integer();
        }
        count.lines.push_back(std::move(line));
    }
    return count;
}

} // namespace

CountPage listCounts(Call& call, const CountFilter& filter, const ArrayPage& page) {
    ListRequest request{{}, "stock.count", "c", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("c.date >=", filter.dates.from) + params.bound("c.date <=", filter.dates.to);
    request.where += params.bound("c.location_id =", filter.locationId);
    if (!filter.statuses.empty()) {
        request.where += params.among("c.status", std::optional(filter.statuses));
    }
    request.order = filter.oldestFirst ? " ORDER BY c.date, c.id" : " ORDER BY c.date DESC, c.id DESC";
    request.limit = page.limit;
    request.offset = page.offset;
    CountPage result;
    const std::string columns =
        std::string(STOCK_COUNT_COLUMNS ", ") + (filter.lines ? STOCK_COUNT_LINES : "NULL");
    result.total = readList(call, request, columns, [&](const Row& row, std::uint32_t column) {
                       result.counts.push_back(countOf(row, column));
                   }).count;
    return result;
}

std::optional<Count> lockCount(Call& call, const Uuid& id) {
    const Rows rows = call.db().query(Lock, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(countOf(rows[0], 0));
}

void insertCount(Call& call, const Count& count) {
    call.db().send(InsertCount, call.companyId(), count.id, count.locationId, count.status, count.date,
                   count.note, count.createdAt, count.createdByKind, count.createdById);
    ArrayParam items, lots, counted, expected, values;
    for (const CountLine& line : count.lines) {
        items.add(line.itemId);
        lots.add(line.lot);
        counted.add(line.counted);
        expected.add(line.expected);
        values.add(line.value);
    }
    call.db().send(InsertCountLines, call.companyId(), count.id, items, lots, counted, expected, values);
}

void updateCount(Call& call, const Count& count, bool lines) {
    call.db().send(Update, call.companyId(), count.id, count.status, count.date, count.version,
                   count.updatedAt);
    if (!lines) {
        return;
    }
    ArrayParam expected, values;
    for (const CountLine& line : count.lines) {
        expected.add(line.expected);
        values.add(line.value);
    }
    call.db().send(UpdateLines, call.companyId(), count.id, expected, values);
}

} // namespace svc::stock
