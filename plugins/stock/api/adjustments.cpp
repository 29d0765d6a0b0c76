#include "api/adjustments.hpp"

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "api/handlers.hpp"
#include "api/posting.hpp"
#include "domain/wording.hpp"
#include "store/movements.hpp"

namespace svc::stock {
namespace {

constexpr int QuantityDecimals = 6;

/// Lines without their item yet: ids are judged after all formats (order of checks).
GoodsLine lineOf(const Json& entry, std::size_t index, std::string_view reason, Currency currency) {
    GoodsLine line;
    line.field = "lines[" + std::to_string(index) + ']';
    const Decimal quantity = entry["quantity"].decimal();
    const bool wrongSign =
        (reason == "loss" && quantity.sign() > 0) || (reason == "return" && quantity.sign() < 0);
    if (quantity.isZero() || quantity.decimals() > QuantityDecimals || wrongSign) {
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

Uuid itemIdOf(const Json& entry) {
    const std::string text = entry["itemId"].text();
    const auto id = decodeId("itm", text);
    if (!id) {
        throw ApiError(404, "item-not-found", {text});
    }
    return *id;
}

/// What the route refuses and a sale does not: the items must be there, open, and kept in stock.
void checkItems(const std::vector<GoodsLine>& lines, const ShelfItems& items) {
    for (const GoodsLine& line : lines) {
        if (items.count(line.itemId) == 0) {
            throw ApiError(404, "item-not-found", {encodeId("itm", line.itemId)});
        }
    }
    for (const GoodsLine& line : lines) {
        const ShelfItem& item = items.at(line.itemId);
        if (item.archived) {
            throw fieldInvalid(line.field + ".itemId");
        }
        if (!item.trackStock || item.isParent) {
            throw ApiError(400, "item-not-stocked", {encodeId("itm", line.itemId)});
        }
    }
}

/// Goods found without a cost are worth what the item costs on average, or what it last cost before it had
/// any.
void valueLines(std::vector<GoodsLine>& lines, const ShelfItems& items) {
    for (GoodsLine& line : lines) {
        const ShelfItem& item = items.at(line.itemId);
        if (line.incoming && !line.unitCost && item.valuation.average().isZero()) {
            line.unitCost = item.cost;
        }
    }
}

Date businessDate(Request& request, const Json& body) {
    const auto text = body.optionalText("date");
    const Date date = text ? Date::parse(*text).value_or(request.today()) : request.today();
    request.checkDate(date);
    return date;
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

    const auto locationId = decodeId("loc", body["locationId"].text());
    const auto location = locationId ? readLocation(request, *locationId) : std::nullopt;
    if (!location) {
        throw ApiError(404, "location-not-found");
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].itemId = itemIdOf(entries[i]);
        lines[i].locationId = location->id;
    }
    const ShelfItems items = itemsOf(request, lines);
    checkItems(lines, items);
    if (location->archived) {
        throw fieldInvalid("locationId");
    }
    adjustment.date = businessDate(request, body);
    retainStocked(lines, items);
    valueLines(lines, items);

    adjustment.id = request.newUuid();
    adjustment.locationId = location->id;
    const MovedGoods moved = recordAdjustment(request, adjustment, *location, std::move(lines));

    const Json actor = actorJson(request.actor().kindText(), request.actor().optionalId());
    const MovementSource source{adjustment.reason, "adjustment", encodeId("adj", adjustment.id),
                                adjustment.note};
    Json movements = Json::array();
    for (const Movement& movement : moved.movements) {
        movements.push(movementRecord(movement, source, actor));
    }
    Json record = Json::object();
    record.add("id", encodeId("adj", adjustment.id));
    record.add("locationId", encodeId("loc", location->id));
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
