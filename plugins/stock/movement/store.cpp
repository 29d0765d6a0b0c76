#include "movement/store.hpp"

#include <svc/list_search.hpp>

#include "item/rules/item.hpp"
#include "movement/columns.hpp"

namespace svc::stock {

MovementPage listMovements(Call& call, const MovementFilter& filter, const ArrayPage& page) {
    ListRequest request{{}, "stock.movement", "m", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("m.at >=", filter.range.from) + params.bound("m.at <", filter.range.before);
    request.where += params.bound("m.item_id =", filter.itemId);
    request.where += params.bound("m.location_id =", filter.locationId);
    request.where += params.among("m.reason", textsOf(filter.reasons));
    request.order = " ORDER BY m.at DESC, m.sequence DESC, m.id DESC";
    request.limit = page.limit;
    request.offset = page.offset;
    MovementPage result;
    result.total = readList(call, request, Movements.select("m"), [&](const Row& row, std::uint32_t column) {
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
