#include "api/adjustments.hpp"

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "api/handlers.hpp"
#include "api/posting.hpp"
#include "api/stock_lines.hpp"
#include "domain/wording.hpp"
#include "store/movements.hpp"

namespace svc::stock {
namespace {

/// Lines without their item yet: ids are judged after all formats (order of checks).
GoodsLine lineOf(const Json& entry, std::size_t index, std::string_view reason, Currency currency) {
    GoodsLine line;
    line.field = linePath(index);
    const Decimal quantity = quantityOf(entry, "quantity", line.field);
    const bool wrongSign =
        (reason == "loss" && quantity.sign() > 0) || (reason == "return" && quantity.sign() < 0);
    if (quantity.isZero() || wrongSign) {
        throw fieldInvalid(line.field + ".quantity");
    }
    line.incoming = quantity.sign() > 0;
    line.quantity = line.incoming ? quantity : -quantity;
    line.lot = entry.optionalText("lotNumber");
    if (const auto cost = entry.optionalDecimal("unitCost")) {
        line.unitCost = minorFromUnitPrice(*cost, currency);
        if (!line.unitCost || line.unitCost->sign() < 0) {
            throw fieldInvalid(line.field + ".unitCost");
        }
    }
    return line;
}

} // namespace

MovedGoods recordAdjustment(Call& call, const Adjustment& adjustment, const Location& location,
                            std::vector<GoodsLine> lines) {
    GoodsDocument document;
    document.source = {adjustment.reason, "adjustment", encodeId("adj", adjustment.id), adjustment.note};
    document.lines = std::move(lines);
    document.emitMovements = true;
    Shelf shelf = lockStocked(call, document.lines);
    MovedGoods moved = moveGoods(call, shelf, document);
    insertAdjustment(call, adjustment);
    StockPosting posting{wording(Text::StockAdjustment, call.company().language),
                         "inventory_difference",
                         document.source.documentKind,
                         document.source.documentId,
                         std::nullopt,
                         adjustment.date,
                         location.businessUnitId,
                         moved.valueIn,
                         moved.valueOut};
    postStock(call, posting);
    return moved;
}

Response createAdjustmentRoute(Request& request) {
    const Json& body = request.body();
    const Json& entries = body["lines"];
    Adjustment adjustment;
    adjustment.reason = body.textOr("reason");
    adjustment.note = body.optionalText("note");
    std::vector<GoodsLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        lines.push_back(lineOf(entries[i], i, adjustment.reason, request.company().currency));
    }

    const Location location = locationOf(request, body, "locationId");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].itemId = itemIdOf(entries[i]);
        lines[i].locationId = location.id;
    }
    const ShelfItems items = itemsOf(request, lines);
    checkItems(lines, items);
    if (location.archived) {
        throw fieldInvalid("locationId");
    }
    adjustment.date = businessDate(request);
    retainStocked(lines, items);
    valueLines(lines, items);

    adjustment.id = request.newUuid();
    adjustment.locationId = location.id;
    const MovedGoods moved = recordAdjustment(request, adjustment, location, std::move(lines));
    request.history("adjustment", encodeId("adj", adjustment.id), "adjustment.created");

    const Json actor = actorJson(request.actor().kindText(), request.actor().optionalId());
    const MovementSource source{adjustment.reason, "adjustment", encodeId("adj", adjustment.id),
                                adjustment.note};
    Json movements = Json::array();
    for (const Movement& movement : moved.movements) {
        movements.push(movementRecord(movement, source, actor));
    }
    Json record = Json::object();
    record.add("id", encodeId("adj", adjustment.id));
    record.add("locationId", encodeId("loc", location.id));
    record.add("reason", adjustment.reason);
    record.add("date", adjustment.date);
    record.add("note", adjustment.note);
    record.add("movements", std::move(movements));
    record.add("createdAt", request.now());
    record.add("updatedAt", request.now());
    record.add("version", 1);
    record.add("createdBy", actor);
    return Response::json(201, record).etag(1);
}

} // namespace svc::stock
