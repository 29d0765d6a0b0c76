#pragma once

#include <svc/call.hpp>

#include "domain/shelf.hpp"

namespace svc::stock {

/// Queues that an item, whose stock is locked, is below its threshold from an instant on, or is not any more.
void beginLow(Call& call, const Uuid& item, Instant at);
void endLow(Call& call, const Uuid& item, Instant at);

/// Marks the items of a locked shelf that crossed their threshold.
void markLow(Call& call, const Shelf& shelf);

} // namespace svc::stock
