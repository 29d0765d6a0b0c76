#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host::api {

/// Adds the scopes of host.yaml to the catalogue, and the codes of the constraints of the host's tables.
void declareHost(Catalogue& catalogue);

} // namespace svc::host::api
