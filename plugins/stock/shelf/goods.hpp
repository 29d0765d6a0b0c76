#pragma once

#include <map>
#include <vector>

#include "shelf/rules/shelf.hpp"
#include "shelf/store/shelves.hpp"

namespace svc::stock {

/// The moving goods of one document.
struct GoodsDocument {
    MovementSource source;
    std::vector<GoodsLine> lines;
    bool emitMovements = false; ///< stock.movement per line
};

struct MovedGoods {
    std::vector<Movement> movements;
    std::int64_t valueIn = 0;  ///< of incoming goods, minor units
    std::int64_t valueOut = 0; ///< of outgoing goods, minor units, zero or positive
};

using ShelfItems = std::map<ItemId, ShelfItem>;

/// Facts of the items of the lines, without a lock.
ShelfItems itemsOf(Call& call, const std::vector<GoodsLine>& lines);

/// The same, with the stock of the items locked, so that the facts hold until the end of the transaction.
ShelfItems lockedItemsOf(Call& call, const std::vector<GoodsLine>& lines);

/// Removes the lines of items that are not kept in stock. Refuses, in the order of the lines, an unknown item
/// with item-not-found:<itemId> and a line without the required lot number with
/// field-required:<line>.lotNumber.
void retainStocked(std::vector<GoodsLine>& lines, const ShelfItems& items);

/// Locks the stock of the lines, and removes the lines of items that are not kept in stock. Takes one round
/// trip if all items already have levels. Refuses as retainStocked does.
Shelf lockStocked(Call& call, std::vector<GoodsLine>& lines);

/// Carries out a document on the locked stock: checks availability, records the movements, emits stock.low
/// and, if requested, stock.movement. Refuses with insufficient-stock:<item>:<available>.
MovedGoods moveGoods(Call& call, Shelf& shelf, const GoodsDocument& document);

/// Emits stock.low for an item that has fallen below its threshold.
void emitLow(Call& call, const ShelfItem& item, LocationId locationId, const Decimal& quantity);

} // namespace svc::stock
