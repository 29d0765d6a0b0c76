#pragma once

#include "host/core/catalogue.hpp"
#include "host/http/exchange.hpp"
#include "host/http/route.hpp"

#include <string_view>

namespace svc::host::http {

/// Check 4 of api "Order of checks": session-only routes, writes of test keys. Throws ApiError 403 forbidden.
void checkCallerKind(const Route& route, const Caller& caller, bool dryRun);

/// Check 5: one of the scopes of the route. Throws missingScope: forbidden when the caller holds no scope of
/// the module, missing-permission when it holds another one of it (api "forbidden and missing-permission").
void checkScope(const Route& route, const Caller& caller, const Catalogue& catalogue);

} // namespace svc::host::http
