#include "shelf/store/levels.hpp"

#include <map>

#include <svc/columns.hpp>
#include <svc/list_search.hpp>

#include "item/rules/item.hpp"

namespace svc::stock {
namespace {

// This list is not declared under `lists:` of plugin.yaml, because no table has its rows: each is an item at
// a location, summed over its lots, with a share of the value of the item, now or at a past instant. A view
// would compute them for the whole company before a page is taken. Items are limited first instead, in the
// order of their index. What the declared lists offer is used where it fits: the search of the list
// stock.item finds the items of `q`, and counts their places.
constexpr std::string_view LevelOrder = " ORDER BY i.name_order, i.id";
constexpr std::string_view NewestItems = " ORDER BY i.created_at DESC, i.id DESC";

/// Was the stock of the item low at the instant of a parameter?
std::string lowAt(const std::string& at) {
    return "coalesce((SELECT s.until > " + at +
           " FROM stock.low_span s WHERE s.company_id = $1 AND s.item_id = i.id AND s.since <= " + at +
           " ORDER BY s.since DESC LIMIT 1), false)";
}

/// Does the filter select a single location and nothing else? Then its index gives the order.
bool walksPlace(const LevelFilter& filter) {
    return filter.locationId && !filter.businessUnitId && !filter.at && !filter.itemId && !filter.text &&
           !filter.low;
}

/// A part of a statement, from ` FROM ` on, and its parameters.
struct Found {
    ListParams params;
    std::string from;
};

/// The listed rows of stock.level with alias `l`, from ` FROM ` on. A level exists from the instant at which
/// goods first arrived.
std::string levelsOf(const LevelFilter& filter, ListParams& params) {
    std::string sql = " FROM stock.level l";
    if (filter.businessUnitId) {
        sql += " JOIN stock.location u ON u.company_id = l.company_id AND u.id = l.location_id" +
               params.bound("u.business_unit_id =", filter.businessUnitId);
    }
    return sql + " WHERE l.company_id = $1" + params.bound("l.location_id =", filter.locationId) +
           params.bound("l.since <=", filter.at);
}

/// The same for the item `i`.
std::string levelsOfItem(const LevelFilter& filter, ListParams& params) {
    return levelsOf(filter, params) + " AND l.item_id = i.id";
}

/// Conditions on an item `i` that is listed if it has a level.
std::string conditionsOf(const LevelFilter& filter, ListParams& params) {
    std::string sql = " AND i.track_stock" + params.bound("i.id =", filter.itemId);
    if (!filter.itemId) {
        sql += filter.archived ? " AND i.archived" : " AND NOT i.archived";
    }
    if (filter.low && !filter.at) {
        sql += *filter.low ? " AND i.low" : " AND NOT i.low";
    } else if (filter.low) {
        sql += (*filter.low ? " AND i.was_low AND " : " AND NOT ") + lowAt(params.place(*filter.at));
    }
    return sql;
}

/// Has the item one of `levels`? EXISTS lets the planner find the items by location or business unit.
/// Otherwise each item is checked by a scalar sub-select, which the planner cannot turn into a join.
std::string hasLevel(const LevelFilter& filter, const std::string& levels) {
    return filter.locationId || filter.businessUnitId ? " AND EXISTS (SELECT" + levels + ')'
                                                      : " AND (SELECT true" + levels + " LIMIT 1)";
}

/// The items whose levels are listed.
Found itemsOf(Call& call, const LevelFilter& filter) {
    Found items{ListParams(call.companyId()), " FROM stock.item i"};
    ListParams& params = items.params;
    if (walksPlace(filter)) {
        items.from +=
            " JOIN (SELECT DISTINCT l.item_order, l.item_id FROM stock.level l WHERE l.company_id = $1"
            " AND l.location_id = " +
            params.place(*filter.locationId) + ") n ON n.item_id = i.id WHERE i.company_id = $1";
        items.from += conditionsOf(filter, params);
        return items;
    }
    items.from += " WHERE i.company_id = $1" + conditionsOf(filter, params);
    items.from += hasLevel(filter, levelsOfItem(filter, params));
    return items;
}

/// The levels, item by item in the order of names (stock_item_name_idx), so that the cost depends on the size
/// of the page only. The values per location are differences of rounded running values, so they add up to the
/// value of the item.
std::string placesOf(const LevelFilter& filter, Found& found, const ArrayPage& bounds) {
    // Each of these items has at least one row, so levels are read only for the items of the page.
    std::string sql = " FROM (SELECT i.*" + found.from;
    sql += walksPlace(filter) ? " ORDER BY n.item_order, n.item_id" : LevelOrder;
    sql += " LIMIT " + found.params.place(bounds.limit + bounds.offset) + ") i ";
    std::string places = "SELECT l.location_id, sum(l.quantity) AS quantity, sum(l.reserved) AS reserved"
                         " FROM stock.level l WHERE l.company_id = $1 AND l.item_id = i.id";
    if (filter.at) {
        // The movements up to that instant, and the average cost after the last of them.
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

/// Items with stock as the host counts them.
ListCounted countedItems(bool archived, std::optional<bool> low) {
    namespace item = lists::counted::item;
    return ListCounted()
        .by(item::Archived, countedTexts(std::optional(archived)))
        .by(item::Low, countedTexts(low))
        .by(item::TrackStock, countedTexts(std::optional(true)));
}

/// The place has more than ListMost listed items for certain when it has more items, by more than ListMost,
/// than there are items that are not listed at all. Only the index of the place is read.
bool placeHasMore(Call& call, const LevelFilter& filter) {
    constexpr std::int64_t MostCounted = 60'000;
    ListParams params(call.companyId());
    const auto sum = [&](const ListCounted& counted) {
        return "coalesce((SELECT sum(t.sign * t.documents) FROM (" +
               listCounts(params, lists::counted::item::List, counted) + ") t), 0)::bigint";
    };
    const std::string others = "SELECT " + sum({}) + " - " + sum(countedItems(filter.archived, {}));
    const std::int64_t needed = ListMost + 1 + call.db().query(others, params.values())[0].integer(0);
    if (needed > MostCounted) {
        return false;
    }
    const Rows rows = call.db().query(
        "SELECT count(*) FROM (SELECT DISTINCT l.item_order, l.item_id FROM stock.level l WHERE"
        " l.company_id = $1 AND l.location_id = $2 LIMIT $3) n",
        call.companyId(), *filter.locationId, needed);
    return rows[0].integer(0) >= needed;
}

/// The number of levels, at most ListMost + 1, computed without values and names.
std::int64_t countPlaces(Call& call, const LevelFilter& filter) {
    Found places{ListParams(call.companyId()), {}};
    if (walksPlace(filter)) {
        if (placeHasMore(call, filter)) {
            return ListMost + 1;
        }
        places = itemsOf(call, filter); // each has one level there
    } else if (filter.low || filter.at) {
        // Item by item, so that it ends after ListMost + 1 levels: DISTINCT over all of them would first read
        // those of every item that passes.
        places.from = " FROM stock.item i CROSS JOIN LATERAL (SELECT DISTINCT l.location_id" +
                      levelsOfItem(filter, places.params) + ") p WHERE i.company_id = $1" +
                      conditionsOf(filter, places.params);
    } else {
        places.from = " DISTINCT l.item_id, l.location_id" + levelsOf(filter, places.params) +
                      " AND l.item_id IN (SELECT i.id FROM stock.item i WHERE i.company_id = $1" +
                      conditionsOf(filter, places.params) + ')';
    }
    const std::string sql =
        "SELECT count(*) FROM (SELECT" + places.from + " LIMIT " + std::to_string(ListMost + 1) + ") places";
    return call.db().query(sql, places.params.values())[0].integer(0);
}

using StockLevel = api::StockLevel;
using LevelLot = api::StockLevelLotsItem;

const Table LevelItems("stock.item", columnWrittenOnce("id", &StockLevel::itemId),
                       column("name", &StockLevel::itemName), column("sku", &StockLevel::sku),
                       column("alert_threshold", &StockLevel::alertThreshold));
/// The columns that placesOf() names `v`.
const Table LevelPlaces("places", columnWrittenOnce("location_id", &StockLevel::locationId),
                        column("quantity", &StockLevel::quantity), column("reserved", &StockLevel::reserved),
                        column("value", &StockLevel::value));
const Table LevelLots("stock.level", columnWrittenOnce("lot_number", &LevelLot::lotNumber),
                      column("quantity", &LevelLot::quantity), column("reserved", &LevelLot::reserved));

const std::string LevelColumns =
    "SELECT " + LevelItems.select("i") + ", " + LevelPlaces.select("v") + ", o.name, c.average, ";
constexpr std::string_view OrderOfPlaces = " ORDER BY i.name_order, i.id, lower(o.name), v.location_id";

// Earliest expiry first, the order in which lots should be issued.
const std::string SelectLots = "SELECT l.item_id, l.location_id, t.expires_on, " + LevelLots.select("l") + R"(
FROM stock.level l
LEFT JOIN stock.lot t ON t.company_id = l.company_id AND t.item_id = l.item_id AND t.lot_number = l.lot_number
WHERE l.company_id = $1 AND l.item_id = ANY ($2::uuid[]) AND l.lot_number <> '' AND l.quantity > 0
ORDER BY t.expires_on, l.lot_number)";

/// Adds `lots` to the rows.
void addLots(Call& call, std::vector<StockLevel>& records) {
    ArrayParam items;
    for (const StockLevel& record : records) {
        items.add(record.itemId);
    }
    std::map<std::pair<ItemId, LocationId>, std::vector<LevelLot>> lots;
    for (const Row row : call.db().query(SelectLots, call.companyId(), items)) {
        LevelLot lot = LevelLots.read(row, 3);
        lot.expiresOn = row.optionalDate(2);
        lots[{row.id<ItemId>(0), row.id<LocationId>(1)}].push_back(std::move(lot));
    }
    for (StockLevel& record : records) {
        record.lots = std::move(lots[{record.itemId, record.locationId}]);
    }
}

StockLevel levelOf(const Row& row, Currency currency) {
    StockLevel level = LevelItems.read(row);
    LevelPlaces.readInto(row, LevelItems.width(), level);
    const std::uint32_t rest = LevelItems.width() + LevelPlaces.width();
    level.locationName = row.text(rest);
    level.averageCost = shownCost(row.decimal(rest + 1));
    level.low = row.boolean(rest + 2);
    level.available = level.quantity - level.reserved;
    level.currency = currency;
    return level;
}

struct SearchedItems {
    Found found;
    std::int64_t places = 0; ///< of all matches, at most ListMost + 1
};

/// The items of a search from the first to the last on the page.
SearchedItems searchedItems(Call& call, const LevelFilter& filter, const ArrayPage& bounds) {
    ListRequest request{"stock.item", "stock.item", "i", ListParams(call.companyId())};
    request.where = conditionsOf(filter, request.params);
    const std::string levels = levelsOfItem(filter, request.params);
    request.where += hasLevel(filter, levels);
    request.rowsCounted = " CROSS JOIN LATERAL (SELECT DISTINCT l.location_id" + levels + ") places";
    request.order = LevelOrder;
    request.newest = NewestItems;
    request.text = filter.text;
    if (!filter.itemId && !filter.at) {
        request.counted = countedItems(filter.archived, filter.low);
    }
    request.limit = bounds.limit + bounds.offset;
    ArrayParam ids;
    const ListSummary summary = readList(
        call, request, "i.id", [&](const Row& row, std::uint32_t column) { ids.add(row.uuid(column)); });
    SearchedItems items{{ListParams(call.companyId()), " FROM stock.item i WHERE i.company_id = $1"},
                        summary.count};
    items.found.from += " AND i.id = ANY (" + items.found.params.place(ids) + "::uuid[])";
    return items;
}

} // namespace

LevelPage listLevels(Call& call, const LevelFilter& filter, const ArrayPage& bounds) {
    std::optional<SearchedItems> searched;
    if (filter.text) {
        searched = searchedItems(call, filter, bounds);
    }
    Found found = searched ? searched->found : itemsOf(call, filter);
    std::string sql = LevelColumns;
    sql += filter.at ? lowAt(found.params.place(*filter.at)) : "i.low";
    sql += placesOf(filter, found, bounds) + std::string(OrderOfPlaces);
    sql += " LIMIT " + found.params.place(bounds.limit);
    sql += " OFFSET " + found.params.place(bounds.offset);
    const Currency currency = call.company().currency;
    LevelPage page;
    for (const Row row : call.db().query(sql, found.params.values())) {
        page.rows.push_back(levelOf(row, currency));
    }
    if (filter.lots && !filter.at && !page.rows.empty()) {
        addLots(call, page.rows);
    }
    const auto read = static_cast<std::int64_t>(page.rows.size());
    // The last page gives the count by itself.
    const bool last = read < bounds.limit && (read > 0 || bounds.offset == 0);
    page.count = last ? bounds.offset + read : searched ? searched->places : countPlaces(call, filter);
    return page;
}

} // namespace svc::stock
