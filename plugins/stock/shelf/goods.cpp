#include "shelf/goods.hpp"

#include <algorithm>

#include "item/rules/item.hpp"
#include "shelf/store/lots.hpp"

namespace svc::stock {
namespace {

void emitMovement(Call& call, const ShelfItem& item, const Movement& movement, const MovementSource& source) {
    events::StockMovementReason reason{};
    if (!fromText(toText(source.reason), reason)) {
        throw Fault("no event tells of movements by " + std::string(toText(source.reason)));
    }
    emit(call,
         events::StockMovement{.id = movement.id,
                               .itemId = movement.itemId,
                               .itemName = item.name,
                               .locationId = movement.locationId,
                               .quantity = movement.quantity,
                               .reason = reason,
                               .quantityAfter = movement.quantityAfter,
                               .unitCost = EventAmount(shownCost(movement.unitCost), call.company().currency),
                               .documentKind = source.documentKind,
                               .documentId = source.documentId,
                               .note = source.note});
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

std::vector<ItemId> itemIdsOf(const std::vector<GoodsLine>& lines) {
    std::vector<ItemId> ids;
    for (const GoodsLine& line : lines) {
        ids.push_back(line.itemId);
    }
    return ids;
}

void checkLine(const GoodsLine& line, const ShelfItems& items) {
    const auto found = items.find(line.itemId);
    if (found == items.end()) {
        throw ApiError(404, "item-not-found", {line.itemId.toString()});
    }
    if (found->second.trackLots && !line.lot) {
        throw fieldRequired(line.field + ".lotNumber");
    }
}

} // namespace

void emitLow(Call& call, const ShelfItem& item, LocationId locationId, const Decimal& quantity) {
    emit(call, events::StockLow{.id = item.id,
                                .name = item.name,
                                .sku = item.sku,
                                .locationId = locationId,
                                .quantity = quantity,
                                .alertThreshold = item.alertThreshold.value()});
}

ShelfItems itemsOf(Call& call, const std::vector<GoodsLine>& lines) {
    ShelfItems items;
    for (ShelfItem& item : readShelfItems(call, itemIdsOf(lines))) {
        items.emplace(item.id, std::move(item));
    }
    return items;
}

ShelfItems lockedItemsOf(Call& call, const std::vector<GoodsLine>& lines) {
    lockStock(call, itemIdsOf(lines));
    return itemsOf(call, lines);
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
        movement.id = call.newId<StockMovementId>();
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
