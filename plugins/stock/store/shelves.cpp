#include "store/shelves.hpp"

#include <algorithm>
#include <map>

#include "store/tallies.hpp"

namespace svc::stock {
namespace {

// In the order of the key, so that two documents that make the same new levels cannot wait for one another.
constexpr std::string_view EnsureLevels = R"(
INSERT INTO stock.level (company_id, item_id, location_id, lot_number, since)
SELECT DISTINCT $1::uuid, w.item_id, w.location_id, w.lot_number, $5::timestamptz
FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS w (item_id, location_id, lot_number)
ORDER BY 2, 3, 4
ON CONFLICT DO NOTHING)";

#define STOCK_SHELF_COLUMNS                                                                                  \
    "i.id, i.name, i.sku, c.alert_threshold, i.track_stock, i.track_lots, i.archived, i.cost, c.quantity, "  \
    "c.average, c.value, c.movements, c.moved_at"

// The cost row of an item is locked before its levels and item after item, so writers never wait in a circle;
// the rows come back as they are after the wait, which is what makes the check of the quantity safe.
// Whether an item has variants is for who accepts lines to ask, not for who moves what was accepted.
constexpr std::string_view LockShelf = "SELECT " STOCK_SHELF_COLUMNS R"(, false,
    l.location_id, l.lot_number, l.quantity, l.reserved, l.since, l.counted
FROM stock.item_cost c
JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
JOIN stock.level l ON l.company_id = c.company_id AND l.item_id = c.item_id
WHERE c.company_id = $1 AND c.item_id = ANY ($2::uuid[])
ORDER BY c.item_id, l.location_id, l.lot_number
FOR NO KEY UPDATE OF c, l)";

constexpr std::string_view SelectShelfItems = "SELECT " STOCK_SHELF_COLUMNS R"(,
    EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = i.company_id AND v.parent_id = i.id)
FROM stock.item_cost c
JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
WHERE c.company_id = $1 AND c.item_id = ANY ($2::uuid[]))";

// Differences, not results: together with the check constraint this refuses to oversell even without the
// lock.
constexpr std::string_view UpdateLevels = R"(
UPDATE stock.level l SET quantity = l.quantity + w.quantity, reserved = l.reserved + w.reserved
FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::numeric[], $6::numeric[])
     AS w (item_id, location_id, lot_number, quantity, reserved)
WHERE l.company_id = $1 AND l.item_id = w.item_id AND l.location_id = w.location_id
      AND l.lot_number = w.lot_number)";

// The same for one row. Of few rows each is found by its key; joined with arrays they would cost a pass over
// the stock of the company.
constexpr std::string_view UpdateLevel =
    "UPDATE stock.level SET quantity = quantity + $5, reserved = reserved + $6"
    " WHERE company_id = $1 AND item_id = $2 AND location_id = $3 AND lot_number = $4";

constexpr std::string_view UpdateCost =
    "UPDATE stock.item_cost SET quantity = $3, average = $4, value = $5, movements = $6, moved_at = $7"
    " WHERE company_id = $1 AND item_id = $2";

constexpr std::string_view UpdateCosts = R"(
UPDATE stock.item_cost c SET quantity = w.quantity, average = w.average, value = w.value, movements = w.movements,
    moved_at = w.moved_at
FROM unnest($2::uuid[], $3::numeric[], $4::numeric[], $5::bigint[], $6::bigint[], $7::timestamptz[])
     AS w (item_id, quantity, average, value, movements, moved_at)
WHERE c.company_id = $1 AND c.item_id = w.item_id)";

constexpr std::string_view InsertMovements = R"(
INSERT INTO stock.movement (company_id, id, item_id, sequence, at, location_id, lot_number, quantity, quantity_after,
    reason, unit_cost, value, average_after, document_kind, document_id, note, created_by_kind, created_by_id)
SELECT $1, w.id, w.item_id, w.sequence, w.at, w.location_id, w.lot_number, w.quantity, w.quantity_after,
    $13, w.unit_cost, w.value, w.average_after, $14, $15, $16, $17, $18
FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::timestamptz[], $6::uuid[], $7::text[], $8::numeric[],
            $9::numeric[], $10::numeric[], $11::bigint[], $12::numeric[])
     AS w (id, item_id, sequence, at, location_id, lot_number, quantity, quantity_after, unit_cost, value,
           average_after))";

constexpr std::string_view UpdateLastCosts = R"(
UPDATE stock.item i SET cost = w.cost
FROM unnest($2::uuid[], $3::numeric[]) AS w (item_id, cost)
WHERE i.company_id = $1 AND i.id = w.item_id)";

constexpr std::size_t FewRows = 8;

constexpr int CostDecimals = 4; // of a minor unit, as unit prices have

ShelfItem shelfItemOf(const Row& row) {
    ShelfItem item;
    item.id = row.uuid(0);
    item.name = row.text(1);
    if (const auto sku = row.optionalText(2)) {
        item.sku = std::string(*sku);
    }
    item.alertThreshold = row.optionalDecimal(3);
    item.trackStock = row.boolean(4);
    item.trackLots = row.boolean(5);
    item.archived = row.boolean(6);
    item.cost = row.decimal(7);
    item.valuation = Valuation(row.decimal(8), row.decimal(9), row.integer(10));
    item.sequence = row.integer(11);
    item.movedAt = row.optionalInstant(12);
    item.isParent = row.boolean(13);
    return item;
}

constexpr std::uint32_t FirstLevelColumn = 14;

void saveLevels(Call& call, const Shelf& shelf) {
    std::vector<std::pair<const ShelfItem*, const Level*>> changed;
    for (const ShelfItem& item : shelf.items()) {
        for (const Level& level : item.levels) {
            if (level.quantity != level.quantityBefore || level.reserved != level.reservedBefore) {
                changed.emplace_back(&item, &level);
            }
        }
    }
    ArrayParam items, locations, lots, quantities, reservations;
    for (const auto& [item, level] : changed) {
        const Decimal quantity = level->quantity - level->quantityBefore;
        const Decimal reserved = level->reserved - level->reservedBefore;
        if (changed.size() <= FewRows) {
            call.db().send(UpdateLevel, call.companyId(), item->id, level->locationId, level->lot, quantity,
                           reserved);
            continue;
        }
        items.add(item->id);
        locations.add(level->locationId);
        lots.add(level->lot);
        quantities.add(quantity);
        reservations.add(reserved);
    }
    if (changed.size() > FewRows) {
        call.db().send(UpdateLevels, call.companyId(), items, locations, lots, quantities, reservations);
    }
}

void saveCosts(Call& call, const Shelf& shelf, const std::vector<Movement>& movements) {
    std::vector<const ShelfItem*> moved;
    for (const ShelfItem& item : shelf.items()) {
        if (std::any_of(movements.begin(), movements.end(),
                        [&](const Movement& movement) { return movement.itemId == item.id; })) {
            moved.push_back(&item);
        }
    }
    ArrayParam items, totals, averages, values, sequences, instants;
    for (const ShelfItem* item : moved) {
        const Valuation& valuation = item->valuation;
        if (moved.size() <= FewRows) {
            call.db().send(UpdateCost, call.companyId(), item->id, valuation.quantity(), valuation.average(),
                           valuation.value(), item->sequence, item->movedAt);
            continue;
        }
        items.add(item->id);
        totals.add(valuation.quantity());
        averages.add(valuation.average());
        values.add(valuation.value());
        sequences.add(item->sequence);
        instants.add(item->movedAt);
    }
    if (moved.size() > FewRows) {
        call.db().send(UpdateCosts, call.companyId(), items, totals, averages, values, sequences, instants);
    }
}

} // namespace

void ensureLevels(Call& call, const std::vector<GoodsLine>& lines) {
    ArrayParam items;
    ArrayParam locations;
    ArrayParam lots;
    bool any = false;
    for (const GoodsLine& line : lines) {
        if (line.incoming) {
            any = true;
            items.add(line.itemId);
            locations.add(line.locationId);
            lots.add(line.lotTracked && line.lot ? Param(*line.lot) : Param(""));
        }
    }
    if (any) {
        call.db().send(EnsureLevels, call.companyId(), items, locations, lots, call.now());
    }
}

Shelf lockShelf(Call& call, const std::vector<GoodsLine>& lines) {
    ArrayParam ids;
    for (const GoodsLine& line : lines) {
        ids.add(line.itemId);
    }
    const Rows rows = call.db().query(LockShelf, call.companyId(), ids);
    Shelf shelf;
    std::optional<ShelfItem> current;
    for (const Row row : rows) {
        if (!current || current->id != row.uuid(0)) {
            if (current) {
                shelf.add(std::move(*current));
            }
            current = shelfItemOf(row);
        }
        Level level;
        level.locationId = row.uuid(FirstLevelColumn);
        level.lot = row.text(FirstLevelColumn + 1);
        level.quantity = row.decimal(FirstLevelColumn + 2);
        level.reserved = row.decimal(FirstLevelColumn + 3);
        level.since = row.instant(FirstLevelColumn + 4);
        level.counted = row.boolean(FirstLevelColumn + 5);
        current->levels.push_back(std::move(level));
    }
    if (current) {
        shelf.add(std::move(*current));
    }
    countPlaces(call, shelf);
    return shelf;
}

void saveLastCosts(Call& call, const std::vector<GoodsLine>& lines) {
    std::map<Uuid, Decimal> costs;
    for (const GoodsLine& line : lines) {
        if (line.unitCost) {
            costs[line.itemId] = line.unitCost->rounded(CostDecimals);
        }
    }
    if (costs.empty()) {
        return;
    }
    ArrayParam items, values;
    for (const auto& [item, cost] : costs) {
        items.add(item);
        values.add(cost);
    }
    call.db().send(UpdateLastCosts, call.companyId(), items, values);
}

std::vector<ShelfItem> readShelfItems(Call& call, const std::vector<Uuid>& ids) {
    ArrayParam list;
    for (const Uuid& id : ids) {
        list.add(id);
    }
    std::vector<ShelfItem> items;
    const Rows rows = call.db().query(SelectShelfItems, call.companyId(), list);
    for (const Row row : rows) {
        items.push_back(shelfItemOf(row));
    }
    return items;
}

void saveShelf(Call& call, const Shelf& shelf, const std::vector<Movement>& movements,
               const MovementSource& source) {
    saveLevels(call, shelf);
    saveCosts(call, shelf, movements);
    if (movements.empty()) {
        return;
    }
    markLow(call, shelf);
    countMovements(call, movements, source.reason);
    ArrayParam ids, items, numbers, at, locations, lots, moved, after, costs, worth, averagesAfter;
    for (const Movement& movement : movements) {
        ids.add(movement.id);
        items.add(movement.itemId);
        numbers.add(movement.sequence);
        at.add(movement.at);
        locations.add(movement.locationId);
        lots.add(movement.lot);
        moved.add(movement.quantity);
        after.add(movement.quantityAfter);
        costs.add(movement.unitCost);
        worth.add(movement.value);
        averagesAfter.add(movement.averageAfter);
    }
    call.db().send(InsertMovements, call.companyId(), ids, items, numbers, at, locations, lots, moved, after,
                   costs, worth, averagesAfter, source.reason, source.documentKind, source.documentId,
                   source.note, call.actor().kindText(), call.actor().optionalId());
}

} // namespace svc::stock
