#include "movement/adjust.hpp"

#include "document/lines.hpp"
#include "document/posting.hpp"
#include "document/records.hpp"
#include "document/rules/wording.hpp"
#include "movement/store.hpp"

namespace svc::stock {
namespace {

/// The line without its item: identifiers are checked after all formats (order of checks).
GoodsLine lineOf(const api::StockAdjustmentCreateLinesItem& entry, std::size_t index,
                 api::AdjustmentReason reason, Currency currency) {
    GoodsLine line;
    line.field = linePath(index);
    checkDecimals(entry.quantity, line.field + ".quantity");
    const int sign = entry.quantity.sign();
    const bool wrongSign = (reason == api::AdjustmentReason::Loss && sign > 0) ||
                           (reason == api::AdjustmentReason::Return && sign < 0);
    if (sign == 0 || wrongSign) {
        throw fieldInvalid(line.field + ".quantity");
    }
    line.incoming = sign > 0;
    line.quantity = line.incoming ? entry.quantity : -entry.quantity;
    line.lot = entry.lotNumber;
    if (entry.unitCost) {
        line.unitCost = entry.unitCost->unitPrice(currency, line.field + ".unitCost");
    }
    return line;
}

api::MovementReason reasonOf(api::AdjustmentReason reason) {
    switch (reason) {
    case api::AdjustmentReason::Loss:
        return api::MovementReason::Loss;
    case api::AdjustmentReason::Return:
        return api::MovementReason::Return;
    case api::AdjustmentReason::Adjustment:
        break;
    }
    return api::MovementReason::Adjustment;
}

} // namespace

void recordAdjustment(Call& call, api::StockAdjustment& adjustment, const Location& location,
                      std::vector<GoodsLine> lines) {
    GoodsDocument document;
    document.source = {reasonOf(adjustment.reason), "adjustment", adjustment.id.toString(), adjustment.note};
    document.lines = std::move(lines);
    document.emitMovements = true;
    Shelf shelf = lockStocked(call, document.lines);
    const MovedGoods moved = moveGoods(call, shelf, document);
    insertAdjustment(call, adjustment);
    postStock(call, {.label = wording(Text::StockAdjustment, call.company().language),
                     .counterpart = "inventory_difference",
                     .documentKind = document.source.documentKind,
                     .documentId = document.source.documentId,
                     .date = adjustment.date,
                     .businessUnitId = location.businessUnitId,
                     .valueIn = moved.valueIn,
                     .valueOut = moved.valueOut});
    for (const Movement& movement : moved.movements) {
        adjustment.movements.push_back(movementRecord(movement, document.source, call.actor()));
    }
}

Answer<201, api::StockAdjustment> createStockAdjustment(Request& request,
                                                        const api::StockAdjustmentCreate& body) {
    std::vector<GoodsLine> lines;
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        lines.push_back(lineOf(body.lines[i], i, body.reason, request.company().currency));
    }
    const Location location = locationOf(request, body.locationId);
    nameItems(request, body.lines, location.id, lines);
    const ShelfItems items = lockedItemsOf(request, lines);
    checkItems(lines, items);
    if (location.archived) {
        throw fieldInvalid("locationId");
    }
    const Date date = request.businessDate(body.date);
    retainStocked(lines, items);
    valueLines(lines, items);

    api::StockAdjustment adjustment{
        .locationId = location.id, .reason = body.reason, .date = date, .note = body.note};
    beginRecord(request, adjustment);
    recordAdjustment(request, adjustment, location, std::move(lines));
    request.history("adjustment", adjustment.id.toString(), "adjustment.created");
    return Answer<201, api::StockAdjustment>(adjustment).etag(adjustment.version);
}

} // namespace svc::stock
