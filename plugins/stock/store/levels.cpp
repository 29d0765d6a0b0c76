#include "store/levels.hpp"

#include <map>

#include "domain/item.hpp"
#include "store/items.hpp"

namespace svc::stock {
namespace {

// $2 is the item, which narrows the sums; it may be null.
constexpr std::string_view PresentLevels = R"(
WITH place AS (
    SELECT l.item_id, l.location_id, sum(l.quantity) AS quantity, sum(l.reserved) AS reserved
    FROM stock.level l
    WHERE l.company_id = $1 AND ($2::uuid IS NULL OR l.item_id = $2) AND $7::timestamptz IS NULL
    GROUP BY l.item_id, l.location_id),
cost AS (
    SELECT c.item_id, c.average FROM stock.item_cost c
    WHERE c.company_id = $1 AND ($2::uuid IS NULL OR c.item_id = $2)))";

constexpr std::string_view PastLevels = R"(
WITH place AS (
    SELECT m.item_id, m.location_id, sum(m.quantity) AS quantity, 0::numeric AS reserved
    FROM stock.movement m
    WHERE m.company_id = $1 AND ($2::uuid IS NULL OR m.item_id = $2) AND m.at <= $7::timestamptz
    GROUP BY m.item_id, m.location_id),
cost AS (
    SELECT DISTINCT ON (m.item_id) m.item_id, m.average_after AS average
    FROM stock.movement m
    WHERE m.company_id = $1 AND ($2::uuid IS NULL OR m.item_id = $2) AND m.at <= $7::timestamptz
    ORDER BY m.item_id, m.sequence DESC))";

// The differences of the rounded running values add up to the value of the item.
constexpr std::string_view Valued = R"(,
valued AS (
    SELECT p.item_id, p.location_id, p.quantity, p.reserved, c.average, sum(p.quantity) OVER item AS total,
           round(c.average * sum(p.quantity) OVER running)
               - round(c.average * (sum(p.quantity) OVER running - p.quantity)) AS value
    FROM place p JOIN cost c ON c.item_id = p.item_id
    WINDOW item AS (PARTITION BY p.item_id), running AS (PARTITION BY p.item_id ORDER BY p.location_id)),
stock AS (
    SELECT v.item_id, i.name AS item_name, i.sku, v.location_id, o.name AS location_name, v.quantity, v.reserved,
           v.average, v.value, i.alert_threshold, coalesce(v.total < i.alert_threshold, false) AS low
    FROM valued v
    JOIN stock.item i ON i.company_id = $1 AND i.id = v.item_id
    JOIN stock.location o ON o.company_id = $1 AND o.id = v.location_id
    WHERE i.track_stock AND NOT i.archived
      AND ($3::uuid IS NULL OR v.location_id = $3)
      AND ($4::uuid IS NULL OR o.business_unit_id = $4)
      AND ($6::text IS NULL OR i.name ILIKE $6 OR i.sku ILIKE $6 OR i.barcode ILIKE $6)
      AND ($5::boolean IS NULL OR coalesce(v.total < i.alert_threshold, false) = $5)))";

constexpr std::string_view SelectPage =
    " SELECT * FROM stock ORDER BY lower(item_name), item_id, lower(location_name), location_id"
    " LIMIT $8 OFFSET $9";
constexpr std::string_view SelectCount = " SELECT count(*) FROM stock";

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
    const std::string base = std::string(filter.at ? PastLevels : PresentLevels) + std::string(Valued);
    const auto pattern = filter.q ? std::optional(containsPattern(*filter.q)) : std::nullopt;
    const auto run = [&](const std::string& sql, auto... bounds) {
        return call.db().query(sql, call.companyId(), filter.itemId, filter.locationId, filter.businessUnitId,
                               filter.low, pattern, filter.at, bounds...);
    };
    const Currency currency = call.company().currency;
    const Rows rows = run(base + std::string(SelectPage), page.limit, page.offset);
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
    result.total = last ? page.offset + read : run(base + std::string(SelectCount))[0].integer(0);
    return result;
}

} // namespace svc::stock
