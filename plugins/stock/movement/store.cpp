#include "movement/store.hpp"

#include <svc/list_search.hpp>

#include "item/rules/item.hpp"
#include "movement/columns.hpp"

namespace svc::stock {

MovementPage listMovements(Call& call, const api::ListStockMovementsParameters& parameters) {
    const ListRequest list = lists::movement(call, parameters);
    MovementPage result;
    result.total = readList(call, list, Movements.select("r"), [&](const Row& row, std::uint32_t column) {
                       api::StockMovement& record = result.records.emplace_back(Movements.read(row, column));
                       record.unitCost = shownCost(record.unitCost.minor());
                   }).count;
    return result;
}

api::StockMovement movementRecord(const Movement& movement, const MovementSource& source,
                                  const Actor& actor) {
    return {.id = movement.id,
            .at = movement.at,
            .itemId = movement.itemId,
            .locationId = movement.locationId,
            .quantity = movement.quantity,
            .quantityAfter = movement.quantityAfter,
            .reason = source.reason,
            .unitCost = shownCost(movement.unitCost),
            .value = MinorAmount(movement.value),
            .lotNumber = movement.lot,
            .documentKind = source.documentKind,
            .documentId = source.documentId,
            .note = source.note,
            .actor = actor};
}

void insertAdjustment(Call& call, const api::StockAdjustment& adjustment) {
    Adjustments.insert(call, {adjustment});
}

} // namespace svc::stock
