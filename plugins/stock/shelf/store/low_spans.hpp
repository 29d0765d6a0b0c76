#pragma once

#include "bindings.hpp"
#include "shelf/rules/shelf.hpp"

namespace svc::stock {

/// Queues that a new item is below its threshold from its creation.
void beginLow(Call& call, ItemId item, Instant at);
/// Queues that an item, whose stock is locked, falls below its threshold at an instant, or is not below it
/// any more.
void setLow(Call& call, ItemId item, bool low, Instant at);

/// Marks the items of the locked stock that crossed their threshold.
void markLow(Call& call, const Shelf& shelf);

} // namespace svc::stock
