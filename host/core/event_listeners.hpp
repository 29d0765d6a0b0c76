#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host {

/// Offers the command events.listens: `{type}` → `{listens}`: does an enabled webhook of the company receive
/// events of this type? For events that are emitted only when somebody receives them.
void offerEventListeners(Catalogue& catalogue);

} // namespace svc::host
