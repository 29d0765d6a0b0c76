#pragma once

#include <svc/call.hpp>
#include <svc/tally.hpp>

#include "domain/item.hpp"
#include "domain/shelf.hpp"

namespace svc::stock {

// What the lists count by: see migrations 0013, 0019 and 0021.
inline constexpr ListTally ItemTally("stock", "item");
inline constexpr ListTally PlaceTally("stock", "place");
inline constexpr ListTally LowTally("stock", "low");
inline constexpr ListTally MovementTally("stock", "movement");
inline constexpr ListTally TransferTally("stock", "transfer");
inline constexpr ListTally CountTally("stock", "count");
inline constexpr ListTally PriceListTally("stock", "price_list");
inline constexpr ListTally LocationTally("stock", "location");

/// true or false as the tallies name them.
std::string tallyFlag(bool value);

/// Queues that a new item is counted, and that it is low from the start.
void countItem(Call& call, const Item& item);
/// Queues what a change of an item, whose stock is locked, is to the lists of items and of stock.
void recountItem(Call& call, const Item& before, const Item& after);

/// Counts the new places among those of a locked shelf.
void countPlaces(Call& call, const Shelf& shelf);
/// Marks the items of a locked shelf that crossed their threshold, and counts them there.
void markLow(Call& call, const Shelf& shelf);

void countMovements(Call& call, const std::vector<Movement>& movements, const std::string& reason);

} // namespace svc::stock
