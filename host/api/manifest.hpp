#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host::api {

/// Adds what host.yaml declares to the catalogue: scopes, events, kinds of records, and the codes of the
/// constraints of the host's tables.
void declareHost(Catalogue& catalogue);

} // namespace svc::host::api
