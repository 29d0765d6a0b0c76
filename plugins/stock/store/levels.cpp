#include "store/levels.hpp"

#include <map>

#include <svc/list_search.hpp>

#include "domain/item.hpp"
#include "store/item_list.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view LevelOrder = " ORDER BY i.name_order, i.id";

/// Was the item low at the instant of a parameter?
std::string lowAt(const std::string& at) {
    return "coalesce((SELECT s.until > " + at +
           " FROM stock.low_span s WHERE s.company_id = $1 AND s.item_id = i.id AND s.since <= " + at +
           " ORDER BY s.since DESC LIMIT 1), false)";
}

/// Is it all of one place, walked in the order of its index?
bool walksPlace(const LevelFilter& filter) {
    return filter.locationId && !filter.businessUnitId && !filter.at && !filter.itemId && !filter.text &&
           !filter.low;
}

/// A part of a statement, from ` FROM ` on, and its parameters.
struct Found {
    ListParams params;
    std::string from;
};

/// Rows of stock.level with alias `l` that are listed, from ` FROM ` on. A place is there from the instant on
/// at which goods first came to it.
std::string levelsOf(const LevelFilter& filter, ListParams& params) {
    std::string sql = " FROM stock.level l";
    if (filter.businessUnitId) {
        sql += " JOIN stock.location u ON u.company_id = l.company_id AND u.id = l.location_id" +
               params.bound("u.business_unit_id =", filter.businessUnitId);
    }
    return sql + " WHERE l.company_id = $1" + params.bound("l.location_id =", filter.locationId) +
           params.bound("l.since <=", filter.at);
}

/// Conditions of an item `i` that is listed with a place at least.
std::string conditionsOf(const LevelFilter& filter, ListParams& params) {
    std::string sql = " AND i.track_stock AND NOT i.archived" + params.bound("i.id =", filter.itemId);
    if (filter.low && !filter.at) {
        sql += *filter.low ? " AND i.low" : " AND NOT i.low";
    } else if (filter.low) {
        sql += (*filter.low ? " AND i.was_low AND " : " AND NOT ") + lowAt(params.place(*filter.at));
    }
    if (walksPlace(filter)) {
        return sql;
    }
    const std::string places = levelsOf(filter, params) + " AND l.item_id = i.id";
    // The items of a place or unit are found by it; else each item is asked, not behind an EXISTS, which the
    // planner might turn into a join.
    return sql + (filter.locationId || filter.businessUnitId ? " AND EXISTS (SELECT" + places + ')'
                                                             : " AND (SELECT true" + places + " LIMIT 1)");
}

/// The items whose places are listed.
Found itemsOf(Call& call, const LevelFilter& filter) {
    Found items{ListParams(call.companyId()), " FROM stock.item i"};
    if (walksPlace(filter)) {
        items.from +=
            " JOIN (SELECT DISTINCT l.item_order, l.item_id FROM stock.level l WHERE l.company_id = $1"
            " AND l.location_id = " +
            items.params.place(*filter.locationId) + ") n ON n.item_id = i.id";
    }
    items.from += " WHERE i.company_id = $1" + conditionsOf(filter, items.params);
    return items;
}

/// The filter `q`: items in the order of the list, `take(row, column)` of each.
template <class Take>
ListSummary searchItems(Call& call, const LevelFilter& filter, std::int64_t limit, bool places, Take take) {
    ListRequest request{"stock.item", "stock.item", "i", ListParams(call.companyId())};
    request.where = conditionsOf(filter, request.params);
    request.order = LevelOrder;
    request.newest = NewestItems;
    request.text = filter.text;
    request.limit = limit;
    const std::string columns = !places ? std::string("i.id")
                                        : "(SELECT count(DISTINCT l.location_id)" +
                                              levelsOf(filter, request.params) + " AND l.item_id = i.id)";
    return readList(call, request, columns, take);
}

/// What lies where: item by item in the order of the names (stock_item_name_idx), so that a page costs what
/// it shows. The differences of the rounded running values add up to the value of the item.
std::string placesOf(const LevelFilter& filter, Found& found, const ArrayPage& bounds) {
    // Each of these items has a row at least: what lies where is looked up for those of the page alone.
    std::string sql = " FROM (SELECT i.*" + found.from;
    sql += walksPlace(filter) ? " ORDER BY n.item_order, n.item_id" : LevelOrder;
    sql += " LIMIT " + found.params.place(bounds.limit + bounds.offset) + ") i ";
    std::string places = "SELECT l.location_id, sum(l.quantity) AS quantity, sum(l.reserved) AS reserved"
                         " FROM stock.level l WHERE l.company_id = $1 AND l.item_id = i.id";
    if (filter.at) {
        // The movements until then, and the average after the last of them.
        const std::string moved = " FROM stock.movement m WHERE m.company_id = $1 AND m.item_id = i.id" +
                                  found.params.bound("m.at <=", filter.at);
        sql += "CROSS JOIN LATERAL (SELECT m.average_after AS average" + moved +
               " ORDER BY m.sequence DESC LIMIT 1) c";
        places = "SELECT m.location_id, sum(m.quantity) AS quantity, 0::numeric AS reserved" + moved;
    } else {
        sql += "JOIN stock.item_cost c ON c.company_id = $1 AND c.item_id = i.id";
    }
    sql += " CROSS JOIN LATERAL (SELECT p.location_id, p.quantity, p.reserved,"
           " round(c.average * sum(p.quantity) OVER running)"
           " - round(c.average * (sum(p.quantity) OVER running - p.quantity)) AS value FROM (" +
           places +
           " GROUP BY 1) p WINDOW running AS (ORDER BY p.location_id)) v"
           " JOIN stock.location o ON o.company_id = $1 AND o.id = v.location_id WHERE true";
    sql += found.params.bound("v.location_id =", filter.locationId);
    sql += found.params.bound("o.business_unit_id =", filter.businessUnitId);
    return sql;
}

/// The number of places, at most ListMost + 1: it needs neither values nor names.
std::int64_t countPlaces(Call& call, const LevelFilter& filter) {
    constexpr std::int64_t Most = ListMost + 1;
    if (filter.text) {
        std::int64_t count = 0;
        searchItems(call, filter, Most, true,
                    [&](const Row& row, std::uint32_t column) { count += row.integer(column); });
        return std::min(count, Most);
    }
    Found items = itemsOf(call, filter);
    const std::string levels = levelsOf(filter, items.params);
    const std::string sql = "SELECT count(*) FROM (SELECT DISTINCT l.item_id, l.location_id" + levels +
                            " AND l.item_id IN (SELECT i.id" + items.from + ") LIMIT " +
                            std::to_string(Most) + ") places";
    return call.db().query(sql, items.params.values())[0].integer(0);
}

constexpr std::string_view LevelColumns =
    "SELECT i.id, i.name, i.sku, v.location_id, o.name, v.quantity, v.reserved, c.average, v.value,"
    " i.alert_threshold, ";
constexpr std::string_view OrderOfPlaces = " ORDER BY i.name_order, i.id, lower(o.name), v.location_id";

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

/// The items of a search that the rows of a page begin and end with, and all between.
Found searchedItems(Call& call, const LevelFilter& filter, const ArrayPage& bounds) {
    ArrayParam ids;
    searchItems(call, filter, bounds.limit + bounds.offset, false,
                [&](const Row& row, std::uint32_t column) { ids.add(row.uuid(column)); });
    Found items{ListParams(call.companyId()), " FROM stock.item i WHERE i.company_id = $1 AND i.id = ANY ("};
    items.from += items.params.place(ids) + "::uuid[])";
    return items;
}

} // namespace

LevelPage listLevels(Call& call, const LevelFilter& filter, const ArrayPage& bounds) {
    Found found = filter.text ? searchedItems(call, filter, bounds) : itemsOf(call, filter);
    std::string sql = std::string(LevelColumns);
    sql += filter.at ? lowAt(found.params.place(*filter.at)) : "i.low";
    sql += placesOf(filter, found, bounds) + std::string(OrderOfPlaces);
    sql += " LIMIT " + found.params.place(bounds.limit);
    sql += " OFFSET " + found.params.place(bounds.offset);
    const Currency currency = call.company().currency;
    LevelPage page;
    ArrayParam items;
    for (const Row row : call.db().query(sql, found.params.values())) {
        items.add(row.uuid(0));
        page.rows.push(recordOf(row, currency));
    }
    if (filter.lots && !filter.at && !page.rows.empty()) {
        addLots(call, page.rows, items);
    }
    const auto read = static_cast<std::int64_t>(page.rows.size());
    // The page itself tells the number when it is the last one.
    const bool last = read < bounds.limit && (read > 0 || bounds.offset == 0);
    page.count = last ? bounds.offset + read : countPlaces(call, filter);
    return page;
}

} // namespace svc::stock
