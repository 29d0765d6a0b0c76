#pragma once

#include <map>
#include <vector>

#include "shelf/rules/shelf.hpp"
#include "shelf/store/shelves.hpp"

namespace svc::stock {

/// Goods of one document that move.
struct GoodsDocument {
    MovementSource source;
    std::vector<GoodsLine> lines;
    bool emitMovements = false; ///< stock.movement per line
};

struct MovedGoods {
    std::vector<Movement> movements;
    std::int64_t valueIn = 0;  ///< of what came in, minor units
    std::int64_t valueOut = 0; ///< of what left, minor units, zero or above
};

using ShelfItems = std::map<ItemId, ShelfItem>;

/// Facts of the items of the lines, without a lock.
ShelfItems itemsOf(Call& call, const std::vector<GoodsLine>& lines);

/// The same, with the stock of the items locked: what they say holds until the end of the transaction.
ShelfItems lockedItemsOf(Call& call, const std::vector<GoodsLine>& lines);

/// Removes the lines whose item is not kept in stock. Refuses an unknown item with item-not-found:<itemId>
/// and a line without the lot number that its item needs with field-required:<line>.lotNumber, lines in
/// order.
void retainStocked(std::vector<GoodsLine>& lines, const ShelfItems& items);

/// Locks the stock of the lines, and removes the lines whose item is not kept in stock: one round trip when
/// all items have ever been in stock. Refuses as retainStocked does.
Shelf lockStocked(Call& call, std::vector<GoodsLine>& lines);

/// Carries out a document on the locked shelf: checks what is available, records the movements, emits
/// stock.low and, when asked for, stock.movement. Refuses with insufficient-stock:<item>:<available>.
MovedGoods moveGoods(Call& call, Shelf& shelf, const GoodsDocument& document);

/// Stock.low for an item that has fallen below its threshold.
void emitLow(Call& call, const ShelfItem& item, LocationId locationId, const Decimal& quantity);

} // namespace svc::stock
