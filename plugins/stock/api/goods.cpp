#include "api/goods.hpp"

#include <algorithm>

#include <svc/error.hpp>

#include "api/posting.hpp"
#include "domain/item.hpp"
#include "store/lots.hpp"
#include "store/movements.hpp"

namespace svc::stock {
namespace {

void emitMovement(Call& call, const ShelfItem& item, const Movement& movement, const MovementSource& source) {
    Json data = Json::object();
    data.add("id", encodeId("mov", movement.id));
    data.add("itemId", encodeId("itm", movement.itemId));
    data.add("itemName", item.name);
    data.add("locationId", encodeId("loc", movement.locationId));
    data.add("quantity", movement.quantity);
    data.add("reason", source.reason);
    data.add("quantityAfter", movement.quantityAfter);
    data.add("unitCost", Json::object({{"amount", shownCost(movement.unitCost)},
                                       {"currency", call.company().currency.code()}}));
    data.add("documentKind", source.documentKind);
    data.add("documentId", source.documentId);
    data.add("note", source.note);
    call.emit("stock.movement", "stock_movement", encodeId("mov", movement.id), data);
}

void emitLowItems(Call& call, const Shelf& shelf, const std::vector<Movement>& movements) {
    for (const ShelfItem& item : shelf.items()) {
        if (!becomesLow(item.quantityBefore, item.valuation.quantity(), item.alertThreshold)) {
            continue;
        }
        const auto last = std::find_if(movements.rbegin(), movements.rend(), [&](const Movement& movement) {
            return movement.itemId == item.id && movement.quantity.sign() < 0;
        });
        if (last != movements.rend()) {
            emitLow(call, item, last->locationId, item.valuation.quantity());
        }
    }
}

void checkLine(const GoodsLine& line, const ShelfItems& items) {
    const auto found = items.find(line.itemId);
    if (found == items.end()) {
        throw ApiError(404, "item-not-found", {encodeId("itm", line.itemId)});
    }
    if (found->second.trackLots && !line.lot) {
        throw fieldRequired(line.field + ".lotNumber");
    }
}

} // namespace

void emitLow(Call& call, const ShelfItem& item, const Uuid& locationId, const Decimal& quantity) {
    Json data = Json::object();
    data.add("id", encodeId("itm", item.id));
    data.add("name", item.name);
    data.add("sku", item.sku);
    data.add("locationId", encodeId("loc", locationId));
    data.add("quantity", quantity);
    data.add("alertThreshold", item.alertThreshold);
    call.emit("stock.low", "item", encodeId("itm", item.id), data);
}

ShelfItems itemsOf(Call& call, const std::vector<GoodsLine>& lines) {
    std::vector<Uuid> ids;
    for (const GoodsLine& line : lines) {
        ids.push_back(line.itemId);
    }
    ShelfItems items;
    for (ShelfItem& item : readShelfItems(call, ids)) {
        items.emplace(item.id, std::move(item));
    }
    return items;
}

void retainStocked(std::vector<GoodsLine>& lines, const ShelfItems& items) {
    for (GoodsLine& line : lines) {
        checkLine(line, items);
        line.lotTracked = items.at(line.itemId).trackLots;
    }
    lines.erase(std::remove_if(lines.begin(), lines.end(),
                               [&](const GoodsLine& line) { return !items.at(line.itemId).trackStock; }),
                lines.end());
}

Shelf lockStocked(Call& call, std::vector<GoodsLine>& lines) {
    ensureLevels(call, lines);
    Shelf shelf = lockShelf(call, lines);
    const bool allLocked = std::all_of(lines.begin(), lines.end(), [&](const GoodsLine& line) {
        return shelf.find(line.itemId) != nullptr;
    });
    ShelfItems items;
    if (allLocked) {
        for (const ShelfItem& item : shelf.items()) {
            items.emplace(item.id, item);
        }
    } else {
        items = itemsOf(call, lines);
    }
    retainStocked(lines, items);
    return shelf;
}

MovedGoods moveGoods(Call& call, Shelf& shelf, const GoodsDocument& document) {
    shelf.requireAvailable(document.lines);
    MovedGoods moved;
    for (const GoodsLine& line : document.lines) {
        Movement movement = shelf.move(line, call.now());
        movement.id = call.newUuid();
        (line.incoming ? moved.valueIn : moved.valueOut) += line.incoming ? movement.value : -movement.value;
        moved.movements.push_back(std::move(movement));
    }
    saveShelf(call, shelf, moved.movements, document.source);
    saveExpiries(call, document.lines);
    if (document.emitMovements) {
        for (const Movement& movement : moved.movements) {
            emitMovement(call, *shelf.find(movement.itemId), movement, document.source);
        }
    }
    emitLowItems(call, shelf, moved.movements);
    return moved;
}

} // namespace svc::stock
