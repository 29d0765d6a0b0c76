#include "store/levels.hpp"

#include <map>

#include "domain/item.hpp"
#include "store/items.hpp"
#include "store/tallies.hpp"

namespace svc::stock {
namespace {

// What lies at the places of one item now: `p` of LevelRows.
constexpr std::string_view PresentPlaces = R"(
SELECT l.location_id, sum(l.quantity) AS quantity, sum(l.reserved) AS reserved
FROM stock.level l
WHERE l.company_id = $1 AND l.item_id = i.id AND $7::timestamptz IS NULL
GROUP BY l.location_id)";
constexpr std::string_view PresentCost =
    "JOIN stock.item_cost c ON c.company_id = i.company_id AND c.item_id = i.id";

// The same at an instant: the movements until then, and the average after the last of them.
constexpr std::string_view PastPlaces = R"(
SELECT m.location_id, sum(m.quantity) AS quantity, 0::numeric AS reserved
FROM stock.movement m
WHERE m.company_id = $1 AND m.item_id = i.id AND m.at <= $7::timestamptz
GROUP BY m.location_id)";
constexpr std::string_view PastCost = R"(CROSS JOIN LATERAL (
    SELECT m.average_after AS average FROM stock.movement m
    WHERE m.company_id = $1 AND m.item_id = i.id AND m.at <= $7::timestamptz
    ORDER BY m.sequence DESC LIMIT 1) c)";

/// What is asked of an item itself.
std::string itemsOf(const LevelFilter& filter, std::string_view search) {
    std::string sql = " WHERE i.company_id = $1 AND i.track_stock AND NOT i.archived";
    sql += filter.itemId ? " AND i.id = $2" : " AND $2::uuid IS NULL";
    if (!filter.at) {
        sql += filter.low ? " AND i.low = $5" : " AND $5::boolean IS NULL";
    }
    // Finds the items of a place by stock_level_location_idx.
    if (filter.locationId) {
        sql += " AND EXISTS (SELECT FROM stock.level n WHERE n.company_id = $1 AND n.location_id = $3"
               " AND n.item_id = i.id)";
    }
    sql += filter.words ? search : std::string_view(" AND $6::text[] IS NULL AND $8::text[] IS NULL");
    return sql;
}

// Item by item in the order of the names (stock_item_name_idx), so that a page costs what it shows. The
// differences of the rounded running values add up to the value of the item.
std::string rowsOf(const LevelFilter& filter, std::string_view search) {
    std::string sql = "\nFROM ";
    if (filter.locationId && !filter.businessUnitId && !filter.at) {
        // Each of these items is one row: what lies where is looked up for the rows of the page alone.
        sql += "(SELECT i.* FROM stock.item i" + itemsOf(filter, search) +
               " ORDER BY lower(i.name), i.id LIMIT $9::bigint + $10::bigint) i ";
    } else {
        sql += "stock.item i ";
    }
    sql += filter.at ? PastCost : PresentCost;
    sql += R"(
CROSS JOIN LATERAL (
    SELECT p.location_id, p.quantity, p.reserved, sum(p.quantity) OVER () AS total,
           round(c.average * sum(p.quantity) OVER running)
               - round(c.average * (sum(p.quantity) OVER running - p.quantity)) AS value
    FROM ()";
    sql += filter.at ? PastPlaces : PresentPlaces;
    sql += R"() p WINDOW running AS (ORDER BY p.location_id)) v
JOIN stock.location o ON o.company_id = i.company_id AND o.id = v.location_id)";
    sql += itemsOf(filter, search);
    sql += filter.locationId ? " AND v.location_id = $3" : " AND $3::uuid IS NULL";
    sql += filter.businessUnitId ? " AND o.business_unit_id = $4" : " AND $4::uuid IS NULL";
    if (filter.at) {
        sql += filter.low ? " AND coalesce(v.total < i.alert_threshold, false) = $5"
                          : " AND $5::boolean IS NULL";
    }
    return sql;
}

/// The number of rows needs neither values nor names: one pass over the places.
std::string countOf(const LevelFilter& filter, std::string_view search) {
    std::string sql = "SELECT count(*) FROM (SELECT DISTINCT l.item_id, l.location_id FROM ";
    sql += filter.at ? "stock.movement l" : "stock.level l";
    sql += " JOIN stock.item i ON i.company_id = l.company_id AND i.id = l.item_id"
           " WHERE l.company_id = $1 AND i.track_stock AND NOT i.archived";
    sql += filter.at ? " AND l.at <= $7" : " AND $7::timestamptz IS NULL";
    sql += filter.itemId ? " AND l.item_id = $2" : " AND $2::uuid IS NULL";
    sql += filter.locationId ? " AND l.location_id = $3" : " AND $3::uuid IS NULL";
    sql += filter.businessUnitId ? " AND l.location_id IN (SELECT o.id FROM stock.location o WHERE"
                                   " o.company_id = $1 AND o.business_unit_id = $4)"
                                 : " AND $4::uuid IS NULL";
    sql += filter.low ? " AND i.low = $5" : " AND $5::boolean IS NULL";
    sql += filter.words ? search : std::string_view(" AND $6::text[] IS NULL AND $8::text[] IS NULL");
    return sql + ") places";
}

constexpr std::string_view PlacesOfUnit =
    "SELECT id FROM stock.location WHERE company_id = $1 AND business_unit_id = $2"
    " AND ($3::uuid IS NULL OR id = $3)";
// The day of `at` is not over: its places one by one.
constexpr std::string_view PlacesSince =
    "SELECT count(*) FROM (SELECT l.item_id, l.location_id FROM stock.level l"
    " JOIN stock.item i ON i.company_id = l.company_id AND i.id = l.item_id"
    " WHERE l.company_id = $1 AND l.since BETWEEN $2 AND $3 AND i.track_stock AND NOT i.archived"
    " AND ($4::text[] IS NULL OR l.location_id::text = ANY ($4)) AND NOT EXISTS (SELECT FROM stock.level o"
    " WHERE o.company_id = $1 AND o.item_id = l.item_id AND o.location_id = l.location_id AND o.since < $2)"
    " GROUP BY l.item_id, l.location_id) places";

/// The number of rows of a list that filters by place, business unit, state and instant alone.
std::int64_t talliedPlaces(Call& call, const LevelFilter& filter) {
    TallyFilter counted;
    if (filter.businessUnitId) {
        std::vector<std::string> places;
        for (const Row row :
             call.db().query(PlacesOfUnit, call.companyId(), filter.businessUnitId, filter.locationId)) {
            places.push_back(row.uuid(0).toString());
        }
        counted.by[0] = std::move(places);
    } else if (filter.locationId) {
        counted.by[0] = {filter.locationId->toString()};
    }
    if (filter.low) {
        counted.by[1] = {tallyFlag(*filter.low)};
    }
    std::int64_t today = 0;
    if (filter.at) {
        const Date day = filter.at->utcDate();
        counted.to = day.addDays(-1);
        Param places(nullptr);
        if (counted.by[0]) {
            places = textList(*counted.by[0]);
        }
        today = call.db()
                    .query(PlacesSince, call.companyId(), Instant::startOf(day), *filter.at, places)[0]
                    .integer(0);
    }
    return today + PlaceTally.read(call.db(), call.companyId(), counted).documents;
}

constexpr std::string_view Columns =
    "SELECT i.id, i.name, i.sku, v.location_id, o.name, v.quantity, v.reserved, c.average, v.value,"
    " i.alert_threshold, coalesce(v.total < i.alert_threshold, false)";
constexpr std::string_view Page =
    " ORDER BY lower(i.name), i.id, lower(o.name), v.location_id LIMIT $9 OFFSET $10";

// Soonest to expire first: what should leave first.
constexpr std::string_view SelectLots = R"(
SELECT l.item_id, l.location_id, l.lot_number, t.expires_on, l.quantity, l.reserved
FROM stock.level l
LEFT JOIN stock.lot t ON t.company_id = l.company_id AND t.item_id = l.item_id AND t.lot_number = l.lot_number
WHERE l.company_id = $1 AND l.item_id = ANY ($2::uuid[]) AND l.lot_number <> '' AND l.quantity > 0
ORDER BY t.expires_on, l.lot_number)";

/// Adds `lots` to the rows, whose items are known.
void addLots(Call& call, Json& records, const ArrayParam& items) {
    std::map<std::string, Json> lots;
    const Rows rows = call.db().query(SelectLots, call.companyId(), items);
    for (const Row row : rows) {
        Json& list =
            lots.try_emplace(encodeId("itm", row.uuid(0)) + encodeId("loc", row.uuid(1)), Json::array())
                .first->second;
        list.push(Json::object({{"lotNumber", row.text(2)},
                                {"expiresOn", row.optionalDate(3)},
                                {"quantity", row.decimal(4)},
                                {"reserved", row.decimal(5)}}));
    }
    for (Json& record : records.items()) {
        const auto found = lots.find(record["itemId"].text() + record["locationId"].text());
        record.add("lots", found == lots.end() ? Json::array() : found->second);
    }
}

Json recordOf(const Row& row, Currency currency) {
    const Decimal quantity = row.decimal(5);
    const Decimal reserved = row.decimal(6);
    Json record = Json::object();
    record.add("itemId", encodeId("itm", row.uuid(0)));
    record.add("itemName", row.text(1));
    record.add("sku", row.optionalText(2));
    record.add("locationId", encodeId("loc", row.uuid(3)));
    record.add("locationName", row.text(4));
    record.add("quantity", quantity);
    record.add("reserved", reserved);
    record.add("available", quantity - reserved);
    record.add("averageCost", shownCost(row.decimal(7)));
    record.add("value", row.decimal(8));
    record.add("currency", currency.code());
    record.add("alertThreshold", row.optionalDecimal(9));
    record.add("low", row.boolean(10));
    return record;
}

} // namespace

LevelPage listLevels(Call& call, const LevelFilter& filter, const ArrayPage& page) {
    const Param words = beginningsOf(filter.words);
    const Param ends = endsOf(filter.words);
    TermTable::Search found;
    if (filter.words) {
        found = searchItems(call, *filter.words, 6, 8);
    }
    std::string search = found.all;
    std::string sql = rowsOf(filter, found.walk.empty() ? found.all : found.walk);
    const auto run = [&](const std::string& text, auto... bounds) {
        return call.db().query(text, call.companyId(), filter.itemId, filter.locationId,
                               filter.businessUnitId, filter.low, words, filter.at, ends, bounds...);
    };
    const auto select = [&] {
        return run(std::string(Columns) + sql + std::string(Page), page.limit, page.offset);
    };
    const Currency currency = call.company().currency;
    Rows rows = select();
    if (rows.empty() && filter.words && page.offset == 0) {
        search = itemsByPart(*filter.words, 6, 8);
        sql = rowsOf(filter, search);
        rows = select();
    }
    LevelPage result;
    ArrayParam items;
    for (const Row row : rows) {
        items.add(row.uuid(0));
        result.records.push(recordOf(row, currency));
    }
    if (filter.lots && !filter.at && !rows.empty()) {
        addLots(call, result.records, items);
    }
    const auto read = static_cast<std::int64_t>(rows.size());
    const bool last = read < page.limit && (read > 0 || page.offset == 0);
    if (last) {
        result.total = page.offset + read;
    } else if (filter.low && filter.at) {
        // What was low depends on the quantities of the rows themselves.
        result.total = run("SELECT count(*)" + sql)[0].integer(0);
    } else if (!filter.itemId && !filter.words) {
        result.total = talliedPlaces(call, filter);
    } else {
        result.total = run(countOf(filter, search))[0].integer(0);
    }
    return result;
}

} // namespace svc::stock
