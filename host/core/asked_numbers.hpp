#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host {

/// Offers the command number.ask: `{kind, businessUnitId, date}` → `{}`. Prefetches the number that the
/// caller will take, together with the reads that are queued after it, in the next round trip.
void offerAskedNumbers(Catalogue& catalogue);

} // namespace svc::host
