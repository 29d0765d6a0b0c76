#include "store/counts.hpp"

#include "store/tallies.hpp"

namespace svc::stock {
namespace {

#define STOCK_COUNT_COLUMNS                                                                                  \
    "c.id, c.location_id, c.status, c.date, c.note, c.version, c.created_at, c.updated_at, "                 \
    "c.created_by_kind, c.created_by_id"
#define STOCK_COUNT_LINES                                                                                    \
    "(SELECT json_agg(json_build_array(l.item_id, l.lot_number, l.counted, l.expected, l.value) "            \
    "ORDER BY l.position) FROM stock.count_line l WHERE l.company_id = $1 AND l.count_id = c.id)"
#define STOCK_COUNT_WHERE                                                                                    \
    " FROM stock.count c WHERE c.company_id = $1"                                                            \
    " AND ($2::date IS NULL OR c.date >= $2) AND ($3::date IS NULL OR c.date <= $3)"                         \
    " AND ($4::uuid IS NULL OR c.location_id = $4) AND ($5::text[] IS NULL OR c.status = ANY ($5))"
#define STOCK_COUNT_SELECT                                                                                   \
    "SELECT " STOCK_COUNT_COLUMNS ", CASE WHEN $6::boolean THEN " STOCK_COUNT_LINES " END" STOCK_COUNT_WHERE

constexpr std::string_view NewestFirst =
    STOCK_COUNT_SELECT " ORDER BY c.date DESC, c.id DESC LIMIT $7 OFFSET $8";
constexpr std::string_view OldestFirst = STOCK_COUNT_SELECT " ORDER BY c.date, c.id LIMIT $7 OFFSET $8";
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

Count countOf(const Row& row) {
    constexpr std::uint32_t LinesColumn = 10;
    Count count;
    count.id = row.uuid(0);
    count.locationId = row.uuid(1);
    count.status = row.text(2);
    count.countedAs = count.status;
    count.date = row.date(3);
    count.countedOn = count.date;
    if (const auto note = row.optionalText(4)) {
        count.note = std::string(*note);
    }
    count.version = row.integer(5);
    count.createdAt = row.instant(6);
    count.updatedAt = row.instant(7);
    if (const auto kind = row.optionalText(8)) {
        count.createdByKind = std::string(*kind);
    }
    count.createdById = row.optionalUuid(9);
    const Json lines = row.isNull(LinesColumn) ? Json::array() : row.json(LinesColumn);
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

TallyRow tallyRow(const Count& count, Date date, const std::string& status) {
    TallyRow row;
    row.date = date;
    row.by = {count.locationId.toString(), status, "", "", ""};
    return row;
}

Param listOf(const std::vector<std::string>& values) {
    if (values.empty()) {
        return nullptr;
    }
    ArrayParam list;
    for (const std::string& value : values) {
        list.add(value);
    }
    return list;
}

} // namespace

CountPage listCounts(Call& call, const CountFilter& filter, const ArrayPage& page) {
    CountPage result;
    const Param statuses = listOf(filter.statuses);
    const Rows rows =
        call.db().query(filter.oldestFirst ? OldestFirst : NewestFirst, call.companyId(), filter.dates.from,
                        filter.dates.to, filter.locationId, statuses, filter.lines, page.limit, page.offset);
    for (const Row row : rows) {
        result.counts.push_back(countOf(row));
    }
    const auto read = static_cast<std::int64_t>(rows.size());
    const bool last = read < page.limit && (read > 0 || page.offset == 0);
    if (last) {
        result.total = page.offset + read;
        return result;
    }
    TallyFilter counted{filter.dates.from, filter.dates.to, {}};
    if (filter.locationId) {
        counted.by[0] = {filter.locationId->toString()};
    }
    if (!filter.statuses.empty()) {
        counted.by[1] = filter.statuses;
    }
    result.total = CountTally.read(call.db(), call.companyId(), counted).documents;
    return result;
}

std::optional<Count> lockCount(Call& call, const Uuid& id) {
    const Rows rows = call.db().query(Lock, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(countOf(rows[0]));
}

void insertCount(Call& call, const Count& count) {
    CountTally.add(call, tallyRow(count, count.date, count.status));
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
    CountTally.move(call, tallyRow(count, count.countedOn, count.countedAs),
                    tallyRow(count, count.date, count.status));
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
