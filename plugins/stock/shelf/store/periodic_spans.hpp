#pragma once

#include <svc/call.hpp>

namespace svc::stock {

/// From now on movements are not booked one by one.
void beginPeriodic(Call& call);
/// From now on they are again.
void endPeriodic(Call& call);
/// Since when the inventory of a company is periodic that has it. Where nobody kept it, since the last
/// movement that the books have.
Instant periodicSince(Call& call);

} // namespace svc::stock
