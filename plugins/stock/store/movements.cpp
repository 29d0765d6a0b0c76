#include "store/movements.hpp"

#include <svc/list_search.hpp>

#include "domain/item.hpp"

namespace svc::stock {
namespace {

constexpr const char* MovementColumns =
    "m.id, m.at, m.item_id, m.location_id, m.quantity, m.quantity_after, m.reason, m.unit_cost, m.value,"
    " m.lot_number, m.document_kind, m.document_id, m.note, m.created_by_kind, m.created_by_id";

/// Reads MovementColumns, the first of which is at `at`.
Json recordOf(const Row& row, std::uint32_t at) {
    Movement movement;
    MovementSource source;
    movement.id = row.uuid(at++);
    movement.at = row.instant(at++);
    movement.itemId = row.uuid(at++);
    movement.locationId = row.uuid(at++);
    movement.quantity = row.decimal(at++);
    movement.quantityAfter = row.decimal(at++);
    source.reason = row.text(at++);
    movement.unitCost = row.decimal(at++);
    movement.value = row.integer(at++);
    movement.lot = row.optionalString(at++);
    source.documentKind = row.text(at++);
    source.documentId = row.text(at++);
    source.note = row.optionalString(at++);
    const auto kind = row.optionalText(at++);
    return movementRecord(movement, source, actorJson(kind, row.optionalUuid(at)));
}

} // namespace

MovementPage listMovements(Call& call, const MovementFilter& filter, const ArrayPage& page) {
    ListRequest request{{}, "stock.movement", "m", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("m.at >=", filter.range.from) + params.bound("m.at <", filter.range.before);
    request.where += params.bound("m.item_id =", filter.itemId);
    request.where += params.bound("m.location_id =", filter.locationId);
    if (!filter.reasons.empty()) {
        request.where += params.among("m.reason", std::optional(filter.reasons));
    }
    request.order = " ORDER BY m.at DESC, m.sequence DESC, m.id DESC";
    request.limit = page.limit;
    request.offset = page.offset;
    MovementPage result;
    result.total = readList(call, request, MovementColumns, [&](const Row& row, std::uint32_t column) {
                       result.records.push(recordOf(row, column));
                   }).count;
    return result;
}

Json movementRecord(const Movement& movement, const MovementSource& source, Json actor) {
    Json record = Json::object();
    record.add("id", encodeId("mov", movement.id));
    record.add("at", movement.at);
    record.add("itemId", encodeId("itm", movement.itemId));
    record.add("locationId", encodeId("loc", movement.locationId));
    record.add("quantity", movement.quantity);
    record.add("quantityAfter", movement.quantityAfter);
    record.add("reason", source.reason);
    record.add("unitCost", shownCost(movement.unitCost));
    record.add("value", movement.value);
    record.add("lotNumber", movement.lot);
    record.add("documentKind", source.documentKind);
    record.add("documentId", source.documentId);
    record.add("note", source.note);
    record.add("actor", std::move(actor));
    return record;
}

} // namespace svc::stock
