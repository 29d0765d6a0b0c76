#include "store/movements.hpp"

#include <svc/columns.hpp>
#include <svc/list_search.hpp>

#include "domain/item.hpp"

namespace svc::stock {
namespace {

using Shown = api::StockMovement;
using Adjustment = api::StockAdjustment;

/// Read here, written by saveShelf().
const Table Movements("stock.movement", columnWrittenOnce("id", &Shown::id), column("at", &Shown::at),
                      column("item_id", &Shown::itemId), column("location_id", &Shown::locationId),
                      column("quantity", &Shown::quantity), column("quantity_after", &Shown::quantityAfter),
                      column("reason", &Shown::reason), column("unit_cost", &Shown::unitCost),
                      column("value", &Shown::value), column("lot_number", &Shown::lotNumber),
                      column("document_kind", &Shown::documentKind),
                      column("document_id", &Shown::documentId), column("note", &Shown::note),
                      actorColumns("created_by", &Shown::actor));

const Table Adjustments("stock.adjustment", columnWrittenOnce("id", &Adjustment::id),
                        column("location_id", &Adjustment::locationId), column("reason", &Adjustment::reason),
                        column("date", &Adjustment::date), column("note", &Adjustment::note),
                        column("version", &Adjustment::version), column("created_at", &Adjustment::createdAt),
                        column("updated_at", &Adjustment::updatedAt),
                        actorColumns("created_by", &Adjustment::createdBy));

} // namespace

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
                       Shown& record = result.records.emplace_back(Movements.read(row, column));
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
