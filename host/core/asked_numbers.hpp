#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host {

/// Offers the command number.ask: `{kind, businessUnitId, date}` → `{}`. The number that the caller will take
/// comes with its next round trip, and what is asked for behind it comes with it.
void offerAskedNumbers(Catalogue& catalogue);

} // namespace svc::host
