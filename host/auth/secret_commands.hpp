#pragma once

#include "host/auth/sealer.hpp"
#include "host/core/catalogue.hpp"

namespace svc::host::auth {

/// Offers secrets.seal and secrets.open, by which plugins keep what they must read again. `sealer` has keys
/// of their own.
void offerSecrets(Catalogue& catalogue, const Sealer& sealer);

} // namespace svc::host::auth
