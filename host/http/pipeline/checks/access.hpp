#pragma once

#include "host/core/catalogue.hpp"
#include "host/http/pipeline/exchange.hpp"
#include "host/http/pipeline/route.hpp"

namespace svc::host::http {

// The checks that need only the route and the caller, as functions of their own.

/// Session-only routes, writes of test keys (caller_kind.cpp). Throws ApiError 403 forbidden.
void checkCallerKind(const Route& route, const Caller& caller, bool dryRun);

/// One of the scopes of the route (scope.cpp). Throws missingScope: forbidden when the caller holds no scope
/// of the module, missing-permission when it holds another one of it (api "forbidden and
/// missing-permission").
void checkScope(const Route& route, const Caller& caller, const Catalogue& catalogue);

/// One more scope, which a route needs for this request alone (scope.cpp). Refuses as checkScope does.
void requireScope(const std::string& scope, const Caller& caller, const Catalogue& catalogue);

} // namespace svc::host::http
