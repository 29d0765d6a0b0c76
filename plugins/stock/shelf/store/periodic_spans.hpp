#pragma once

#include <svc/call.hpp>

namespace svc::stock {

/// Does a company with these settings of its accounting keep a periodic inventory? Otherwise it is perpetual.
bool isPeriodic(const Json& accounting);

/// Switches to periodic inventory: movements are no longer posted one by one.
void beginPeriodic(Call& call);
/// Switches back to perpetual inventory.
void endPeriodic(Call& call);
/// The start of the company's periodic inventory. If it was not recorded, the instant of the last posted
/// movement is recorded as the start.
Instant periodicSince(Call& call);

} // namespace svc::stock
