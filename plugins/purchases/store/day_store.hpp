#pragma once

#include <svc/call.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// Queues, as late writes, what a new purchase adds to the sums of its day.
void addToDay(Call& call, const Purchase& purchase);

/// The same for a payment of `paidBase` more on the purchase.
void addPaidToDay(Call& call, const Purchase& purchase, std::int64_t paidBase);

/// Takes a cancelled purchase out of the sums; it stays counted.
void removeFromDay(Call& call, const Purchase& purchase);

} // namespace svc::purchases
