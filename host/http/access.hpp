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

/// A member who is limited to business units: 403 forbidden for what is about the whole company, and a list
/// that is filtered by business unit gives one of the member's: the only one unless the request names it.
/// Throws ApiError 400 field-required:businessUnitId, 404 business-unit-not-found.
void limitToBusinessUnits(const openapi::Operation& operation, Exchange& exchange);

/// The same by the record that the request names (x-limited-by), in its own transaction: a record of another
/// unit is as unknown as one of another company.
void checkRecordIsOwn(const openapi::Operation& operation, const Exchange& exchange);

} // namespace svc::host::http
