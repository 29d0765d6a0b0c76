#pragma once

#include "shelf/rules/shelf.hpp"

namespace svc::stock {

/// Queues that a new item is below its threshold from the beginning.
void beginLow(Call& call, ItemId item, Instant at);
/// Queues that an item, whose stock is locked, is below its threshold from an instant on, or is not any more.
void setLow(Call& call, ItemId item, bool low, Instant at);

/// Marks the items of a locked shelf that crossed their threshold.
void markLow(Call& call, const Shelf& shelf);

} // namespace svc::stock
