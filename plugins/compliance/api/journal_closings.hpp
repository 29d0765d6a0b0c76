#pragma once

#include <svc/call.hpp>

namespace svc::compliance {

/// Closes the days, months and fiscal years that are over, in the journal itself.
void closePeriods(Call& call);

} // namespace svc::compliance
