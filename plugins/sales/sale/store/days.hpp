#pragma once

#include <svc/call.hpp>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// Queues, as a late write, that a sale was recorded today.
void addToDay(Call& call, const Sale& sale);

/// Sales recorded in the month of `today`: the count that the plan limits.
std::int64_t recordedInMonth(Call& call, Date today);

} // namespace svc::sales
