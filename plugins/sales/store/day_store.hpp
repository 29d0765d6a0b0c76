#pragma once

#include <svc/call.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Queues, as late writes, what a new sale adds to the sums of its day.
void addToDay(Call& call, const Sale& sale);

/// The same for a payment of `paidBase` more on the sale.
void addPaidToDay(Call& call, const Sale& sale, std::int64_t paidBase);

/// The same for a credit note, and for money given back with it.
void addCreditToDay(Call& call, const Sale& sale, std::int64_t creditedBase, std::int64_t refundedBase);

/// Takes a sale that is about to be cancelled out of the sums; it stays counted.
void removeFromDay(Call& call, const Sale& sale);

/// Sales recorded in the month of `today`: what the plan limits.
std::int64_t recordedInMonth(Call& call, Date today);

} // namespace svc::sales
