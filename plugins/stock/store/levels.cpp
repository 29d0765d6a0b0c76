#include "store/levels.hpp"

#include <map>

#include "domain/item.hpp"
#include "store/item_list.hpp"
#include "store/tallies.hpp"

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

/// The items whose places are listed.
FoundDocuments itemsOf(Call& call, const LevelFilter& filter) {
    FoundDocuments items{ListParams(call.companyId()), " FROM stock.item i"};
    if (walksPlace(filter)) {
        items.from +=
            " JOIN (SELECT DISTINCT l.item_order, l.item_id FROM stock.level l WHERE l.company_id = $1"
            " AND l.location_id = " +
            items.params.place(*filter.locationId) + ") n ON n.item_id = i.id";
    }
    items.from += " WHERE i.company_id = $1 AND i.track_stock AND NOT i.archived";
    items.from += items.params.bound("i.id =", filter.itemId);
    if (!filter.at) {
        items.from += items.params.bound("i.low =", filter.low);
    } else if (filter.low) {
        items.from += *filter.low ? " AND i.was_low AND " : " AND NOT ";
        items.from += lowAt(items.params.place(*filter.at));
    }
    if (filter.locationId && !walksPlace(filter)) {
        // Finds the items of a place by stock_level_place_idx.
        items.from += " AND EXISTS (SELECT FROM stock.level n WHERE n.company_id = $1 AND n.location_id = " +
                      items.params.place(*filter.locationId) + " AND n.item_id = i.id)";
    }
    return items;
}

/// What lies where: item by item in the order of the names (stock_item_name_idx), so that a page costs what
/// it shows. The differences of the rounded running values add up to the value of the item.
std::string placesOf(const LevelFilter& filter, FoundDocuments& found, const ArrayPage& bounds) {
    std::string sql = " FROM (SELECT i.*" + found.from;
    if (!filter.at && !filter.businessUnitId) {
        // Each of these items has a row at least: what lies where is looked up for those of the page alone.
        if (!filter.locationId) {
            sql +=
                " AND (SELECT true FROM stock.level n WHERE n.company_id = $1 AND n.item_id = i.id LIMIT 1)";
        }
        sql += walksPlace(filter) ? " ORDER BY n.item_order, n.item_id" : LevelOrder;
        sql += " LIMIT " + found.params.place(bounds.limit + bounds.offset);
    }
    sql += ") i ";
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

/// The number of rows needs neither values nor names: one pass over the places.
std::string countOf(const LevelFilter& filter, FoundDocuments& found) {
    std::string sql = "SELECT count(*) FROM (SELECT DISTINCT l.item_id, l.location_id FROM ";
    sql += filter.at ? "stock.movement" : "stock.level";
    sql += " l JOIN (SELECT i.id" + found.from + ") i ON i.id = l.item_id WHERE l.company_id = $1";
    sql += found.params.bound("l.at <=", filter.at);
    sql += found.params.bound("l.location_id =", filter.locationId);
    if (filter.businessUnitId) {
        sql += " AND l.location_id IN (SELECT o.id FROM stock.location o WHERE o.company_id = $1" +
               found.params.bound("o.business_unit_id =", filter.businessUnitId) + ')';
    }
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

// What that day changes in the number of places whose item is low, from its begin until then.
std::string lowOfDay(ListParams& params, Date day, Instant at, const Param& places) {
    const std::string begin = params.place(Instant::startOf(day));
    const std::string end = params.place(at);
    const std::string of = params.place(places);
    const std::string within = " BETWEEN " + begin + " AND " + end;
    return "WITH touched AS (SELECT item_id FROM stock.low_span WHERE company_id = $1 AND since" + within +
           " UNION SELECT item_id FROM stock.low_span WHERE company_id = $1 AND until" + within +
           " UNION SELECT item_id FROM stock.level WHERE company_id = $1 AND since" + within +
           ") SELECT coalesce(sum((p.since <= " + end + " AND " + lowAt(end) + ")::int - (p.since < " +
           begin + " AND coalesce((SELECT s.until >= " + begin +
           " FROM stock.low_span s WHERE s.company_id = $1 AND s.item_id = i.id AND s.since < " + begin +
           " ORDER BY s.since DESC LIMIT 1), false))::int), 0)::bigint FROM touched t"
           " JOIN stock.item i ON i.company_id = $1 AND i.id = t.item_id"
           " CROSS JOIN LATERAL (SELECT l.location_id, min(l.since) AS since FROM stock.level l"
           " WHERE l.company_id = $1 AND l.item_id = t.item_id AND l.counted AND (" +
           of + "::text[] IS NULL OR l.location_id::text = ANY (" + of +
           ")) GROUP BY 1) p WHERE i.track_stock AND NOT i.archived";
}

/// The number of places, of all or of these, whose item was low at an instant.
std::int64_t lowPlaces(Call& call, const TallyFilter& filter, Instant at, const Param& places) {
    const Date day = at.utcDate();
    ListParams params(call.companyId());
    const std::string sql = lowOfDay(params, day, at, places);
    TallyFilter counted;
    counted.to = day.addDays(-1);
    counted.by[0] = filter.by[0];
    return call.db().query(sql, params.values())[0].integer(0) +
           LowTally.read(call.db(), call.companyId(), counted).documents;
}

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
    if (filter.low && !filter.at) {
        counted.by[1] = {tallyFlag(*filter.low)};
    }
    std::int64_t today = 0;
    if (filter.at) {
        const Date day = filter.at->utcDate();
        counted.to = day.addDays(-1);
        Param places(nullptr);
        if (counted.by[0]) {
            places = wordList(*counted.by[0]);
        }
        const std::int64_t low = filter.low ? lowPlaces(call, counted, *filter.at, places) : 0;
        if (filter.low && *filter.low) {
            return low;
        }
        today = call.db()
                    .query(PlacesSince, call.companyId(), Instant::startOf(day), *filter.at, places)[0]
                    .integer(0) -
                low;
    }
    return today + PlaceTally.read(call.db(), call.companyId(), counted).documents;
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

void readRows(Call& call, const LevelFilter& filter, FoundDocuments found, const ArrayPage& bounds,
              LevelPage& page) {
    std::string sql = std::string(LevelColumns);
    sql += filter.at ? lowAt(found.params.place(*filter.at)) : "i.low";
    sql += placesOf(filter, found, bounds) + std::string(OrderOfPlaces);
    sql += " LIMIT " + found.params.place(bounds.limit);
    sql += " OFFSET " + found.params.place(bounds.offset);
    const Currency currency = call.company().currency;
    page.rows = Json::array();
    ArrayParam items;
    for (const Row row : call.db().query(sql, found.params.values())) {
        items.add(row.uuid(0));
        page.rows.push(recordOf(row, currency));
    }
    if (filter.lots && !filter.at && !page.rows.empty()) {
        addLots(call, page.rows, items);
    }
}

/// The number of all rows of which the page has some.
void count(Call& call, const LevelFilter& filter, FoundDocuments found, const ArrayPage& bounds,
           LevelPage& page) {
    const auto read = static_cast<std::int64_t>(page.rows.size());
    if (found.kept) {
        page.count = found.kept->sums[0]; // places, not items
    } else if (read < bounds.limit && (read > 0 || bounds.offset == 0)) {
        // The page itself tells it: it is the last one.
        page.count = bounds.offset + read;
    } else if (!filter.itemId && !filter.text) {
        page.count = talliedPlaces(call, filter);
    } else {
        const std::string sql = countOf(filter, found);
        page.count = call.db().query(sql, found.params.values())[0].integer(0);
    }
}

} // namespace

LevelPage listLevels(Call& call, const LevelFilter& filter, const ArrayPage& bounds) {
    const FoundDocuments items = itemsOf(call, filter);
    const auto read = [&](LevelPage& page, const FoundDocuments& found) {
        if (found.rows) {
            readRows(call, filter, found, bounds, page);
        }
        if (found.summary) {
            count(call, filter, found, bounds, page);
        }
    };
    if (filter.text) {
        SearchedList list{items.params, items.from, "i", LevelOrder, NewestItems, bounds.limit};
        if (!filter.itemId && !filter.locationId && !filter.businessUnitId && !filter.at) {
            const std::optional<bool> active = false;
            const std::optional<bool> tracked = true;
            list.counted = {
                std::nullopt,
                std::nullopt,
                {oneWord(active), std::nullopt, std::nullopt, oneWord(filter.low), oneWord(tracked)}};
        }
        return itemTerms().find<LevelPage>(call, *filter.text, list, read);
    }
    LevelPage page;
    read(page, items);
    return page;
}

} // namespace svc::stock
