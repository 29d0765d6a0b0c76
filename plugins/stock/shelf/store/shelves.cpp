#include "shelf/store/shelves.hpp"

#include <algorithm>
#include <map>

#include <svc/columns.hpp>

#include "shelf/store/low_spans.hpp"

namespace svc::stock {
namespace {

// Inserted in the order of the key, so that two documents that create the same new levels cannot deadlock.
constexpr std::string_view EnsureLevels = R"(
INSERT INTO stock.level (company_id, item_id, location_id, lot_number, since)
SELECT DISTINCT $1::uuid, w.item_id, w.location_id, w.lot_number, $5::timestamptz
FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS w (item_id, location_id, lot_number)
ORDER BY 2, 3, 4
ON CONFLICT DO NOTHING)";

// Read after the stock of the item is locked; renaming the item takes the same lock.
constexpr std::string_view NameLevels =
    "UPDATE stock.level SET item_order = (SELECT lower(i.name) FROM stock.item i WHERE i.company_id = $1"
    " AND i.id = $2) WHERE company_id = $1 AND item_id = $2 AND item_order IS NULL";

const Table ShelvedItems("stock.item", columnWrittenOnce("id", &ShelfItem::id),
                         column("name", &ShelfItem::name), column("sku", &ShelfItem::sku),
                         column("track_stock", &ShelfItem::trackStock),
                         column("track_lots", &ShelfItem::trackLots),
                         column("archived", &ShelfItem::archived), column("cost", &ShelfItem::cost));
const Table ShelvedCosts("stock.item_cost", columnWrittenOnce("item_id", &ShelfItem::id),
                         column("alert_threshold", &ShelfItem::alertThreshold),
                         column("movements", &ShelfItem::sequence), column("moved_at", &ShelfItem::movedAt));
/// The components of a Valuation.
struct Valued {
    Decimal quantity;
    Decimal average;
    std::int64_t value = 0;
};
const Table ShelvedValues("stock.item_cost", columnWrittenOnce("quantity", &Valued::quantity),
                          column("average", &Valued::average), column("value", &Valued::value));
const Table ShelfLevels("stock.level", columnWrittenOnce("location_id", &Level::locationId),
                        column("lot_number", &Level::lot), column("quantity", &Level::quantity),
                        column("reserved", &Level::reserved));

const std::string ShelfColumns = "SELECT " + ShelvedItems.select("i") + ", " + ShelvedCosts.select("c") +
                                 ", " + ShelvedValues.select("c") + ", ";

// The cost row of an item is locked before its levels, and items in the order of their ids, so that writers
// cannot deadlock. Rows are returned as they are after waiting for the lock, which makes the check of
// quantities safe. Whether an item has variants is checked when lines are accepted, not when they are moved.
// A member who is limited to business units does not see the locations of others: an outer join keeps their
// levels.
const std::string LockShelf = ShelfColumns + "false, " + ShelfLevels.select("l") +
                              R"(, l.item_order IS NOT NULL, coalesce(o.archived, false)
FROM stock.item_cost c
JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
JOIN stock.level l ON l.company_id = c.company_id AND l.item_id = c.item_id
LEFT JOIN stock.location o ON o.company_id = l.company_id AND o.id = l.location_id
WHERE c.company_id = $1 AND c.item_id = ANY ($2::uuid[])
ORDER BY c.item_id, l.location_id, l.lot_number
FOR NO KEY UPDATE OF c, l)";

constexpr std::string_view LockStock = "SELECT 1 FROM stock.item_cost c WHERE c.company_id = $1 AND c.item_id"
                                       " = ANY ($2::uuid[]) ORDER BY c.item_id FOR NO KEY UPDATE OF c";

const std::string SelectShelfItems =
    ShelfColumns +
    R"(EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = i.company_id AND v.parent_id = i.id)
FROM stock.item_cost c
JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
WHERE c.company_id = $1 AND c.item_id = ANY ($2::uuid[]))";

// A few rows are each found by their key; a join with arrays of unknown length would scan the whole stock of
// the company. So the statement text contains the number of rows.
constexpr std::size_t FewRows = 8;

struct ArrayColumn {
    std::string_view name;
    std::string_view type;
};

/// The elements of array parameters, from `$<first>` on, as rows `w`.
std::string rowsOf(std::size_t count, int first, std::initializer_list<ArrayColumn> columns) {
    const bool few = count > 0 && count <= FewRows;
    std::string rows = few ? "(VALUES " : "unnest(";
    for (std::size_t row = 1; row <= (few ? count : 1); ++row) {
        rows += !few ? "" : (row == 1 ? "(" : ", (");
        int parameter = first;
        for (const ArrayColumn& column : columns) {
            rows += parameter == first ? "" : ", ";
            rows += (few ? "($" : "$") + std::to_string(parameter++) + "::" + std::string(column.type) + "[]";
            rows += few ? ")[" + std::to_string(row) + ']' : "";
        }
        rows += few ? ")" : "";
    }
    rows += ") AS w (";
    for (const ArrayColumn& column : columns) {
        rows += &column == columns.begin() ? "" : ", ";
        rows += column.name;
    }
    return rows + ')';
}

/// Parameters from $2. Writes differences, not results: together with the check constraint this prevents
/// overselling even without the lock.
std::string updateLevels(std::size_t count) {
    return "UPDATE stock.level l SET quantity = l.quantity + w.quantity, reserved = l.reserved + w.reserved "
           "FROM " +
           rowsOf(count, 2,
                  {{"item_id", "uuid"},
                   {"location_id", "uuid"},
                   {"lot_number", "text"},
                   {"quantity", "numeric"},
                   {"reserved", "numeric"}}) +
           " WHERE l.company_id = $1 AND l.item_id = w.item_id AND l.location_id = w.location_id"
           " AND l.lot_number = w.lot_number";
}

/// Parameters from $7.
std::string updateCosts(std::size_t count) {
    return "UPDATE stock.item_cost c SET quantity = w.quantity, average = w.average, value = w.value,"
           " movements = w.movements, moved_at = w.moved_at FROM " +
           rowsOf(count, 7,
                  {{"item_id", "uuid"},
                   {"quantity", "numeric"},
                   {"average", "numeric"},
                   {"value", "bigint"},
                   {"movements", "bigint"},
                   {"moved_at", "timestamptz"}}) +
           " WHERE c.company_id = $1 AND c.item_id = w.item_id";
}

const Table ShelvedMovements("stock.movement", columnWrittenOnce("id", &Movement::id),
                             column("item_id", &Movement::itemId), column("sequence", &Movement::sequence),
                             column("at", &Movement::at), column("location_id", &Movement::locationId),
                             column("lot_number", &Movement::lot), column("quantity", &Movement::quantity),
                             column("quantity_after", &Movement::quantityAfter),
                             column("unit_cost", &Movement::unitCost), column("value", &Movement::value),
                             column("average_after", &Movement::averageAfter));

// One statement writes levels, costs and movements, because the server has a fixed cost per statement.
const std::string InsertMovements =
    " INSERT INTO stock.movement (company_id, reason, document_kind, document_id, note, created_by_kind,"
    " created_by_id, " +
    ShelvedMovements.names() +
    ") SELECT $1::uuid, $14::text, $15::text, $16::text, $17::text, $18::text, $19::uuid, w.* FROM " +
    ShelvedMovements.rows("w", 13);

constexpr std::string_view UpdateLastCosts = R"(
UPDATE stock.item i SET cost = w.cost
FROM unnest($2::uuid[], $3::numeric[]) AS w (item_id, cost)
WHERE i.company_id = $1 AND i.id = w.item_id)";

constexpr int CostDecimals = 4; // of a minor unit, as unit prices have

/// Reads ShelfColumns and whether it is a parent.
ShelfItem shelfItemOf(const Row& row) {
    ShelfItem item = ShelvedItems.read(row);
    ShelvedCosts.readInto(row, ShelvedItems.width(), item);
    const std::uint32_t at = ShelvedItems.width() + ShelvedCosts.width();
    const Valued valued = ShelvedValues.read(row, at);
    item.valuation = Valuation(valued.quantity, valued.average, valued.value);
    item.isParent = row.boolean(at + ShelvedValues.width());
    return item;
}

const std::uint32_t FirstLevelColumn =
    ShelvedItems.width() + ShelvedCosts.width() + ShelvedValues.width() + 1;

ArrayParam idsOf(const std::vector<GoodsLine>& lines) {
    ArrayParam ids;
    for (const GoodsLine& line : lines) {
        ids.add(line.itemId);
    }
    return ids;
}

ArrayParam idArray(const std::vector<ItemId>& ids) {
    ArrayParam list;
    for (const ItemId id : ids) {
        list.add(id);
    }
    return list;
}

/// The changes of levels by a document, as arrays.
struct LevelChanges {
    ArrayParam items, locations, lots, quantities, reservations;
    std::size_t count = 0;

    explicit LevelChanges(const Shelf& shelf) {
        for (const ShelfItem& item : shelf.items()) {
            for (const Level& level : item.levels) {
                if (level.quantity != level.quantityBefore || level.reserved != level.reservedBefore) {
                    items.add(item.id);
                    locations.add(level.locationId);
                    lots.add(level.lot);
                    quantities.add(level.quantity - level.quantityBefore);
                    reservations.add(level.reserved - level.reservedBefore);
                    ++count;
                }
            }
        }
    }
};

/// The current state of the moved items.
struct Costs {
    ArrayParam items, totals, averages, values, sequences, instants;
    std::size_t count = 0;

    Costs(const Shelf& shelf, const std::vector<Movement>& movements) {
        for (const ShelfItem& item : shelf.items()) {
            if (std::any_of(movements.begin(), movements.end(),
                            [&](const Movement& movement) { return movement.itemId == item.id; })) {
                items.add(item.id);
                totals.add(item.valuation.quantity());
                averages.add(item.valuation.average());
                values.add(item.valuation.value());
                sequences.add(item.sequence);
                instants.add(item.movedAt);
                ++count;
            }
        }
    }
};

/// Gives new levels the name of their item, the sort key for lists of a location.
void nameLevels(Call& call, const Shelf& shelf) {
    for (const ShelfItem& item : shelf.items()) {
        if (std::any_of(item.levels.begin(), item.levels.end(),
                        [](const Level& level) { return !level.named; })) {
            call.db().send(NameLevels, call.companyId(), item.id);
        }
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

void lockStock(Call& call, const std::vector<ItemId>& ids) {
    call.db().send(LockStock, call.companyId(), idArray(ids));
}

void lockShelfAhead(Call& call, const std::vector<GoodsLine>& lines) {
    call.db().askAhead(LockShelf, call.companyId(), idsOf(lines));
}

Shelf lockShelf(Call& call, const std::vector<GoodsLine>& lines) {
    const Rows rows = call.db().query(LockShelf, call.companyId(), idsOf(lines));
    Shelf shelf;
    std::optional<ShelfItem> current;
    for (const Row row : rows) {
        if (!current || current->id != row.id<ItemId>(0)) {
            if (current) {
                shelf.add(std::move(*current));
            }
            current = shelfItemOf(row);
        }
        Level level = ShelfLevels.read(row, FirstLevelColumn);
        level.named = row.boolean(FirstLevelColumn + ShelfLevels.width());
        level.archived = row.boolean(FirstLevelColumn + ShelfLevels.width() + 1);
        current->levels.push_back(std::move(level));
    }
    if (current) {
        shelf.add(std::move(*current));
    }
    nameLevels(call, shelf);
    return shelf;
}

void saveLastCosts(Call& call, const std::vector<GoodsLine>& lines) {
    std::map<ItemId, Decimal> costs;
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

std::vector<ShelfItem> readShelfItems(Call& call, const std::vector<ItemId>& ids) {
    std::vector<ShelfItem> items;
    const Rows rows = call.db().query(SelectShelfItems, call.companyId(), idArray(ids));
    for (const Row row : rows) {
        items.push_back(shelfItemOf(row));
    }
    return items;
}

void saveShelf(Call& call, const Shelf& shelf, const std::vector<Movement>& movements,
               const MovementSource& source) {
    const LevelChanges levels(shelf);
    if (movements.empty()) {
        if (levels.count > 0) {
            call.db().send(updateLevels(levels.count), call.companyId(), levels.items, levels.locations,
                           levels.lots, levels.quantities, levels.reservations);
        }
        return;
    }
    const Costs moving(shelf, movements);
    markLow(call, shelf);
    const std::string sql = "WITH l AS (" + updateLevels(levels.count) + "), c AS (" +
                            updateCosts(moving.count) + ')' + InsertMovements;
    call.db().send(sql, call.companyId(), levels.items, levels.locations, levels.lots, levels.quantities,
                   levels.reservations, moving.items, moving.totals, moving.averages, moving.values,
                   moving.sequences, moving.instants, ShelvedMovements.records(movements),
                   toText(source.reason), source.documentKind, source.documentId, source.note,
                   call.actor().kindText(), call.actor().optionalId());
}

} // namespace svc::stock
