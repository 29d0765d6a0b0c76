#pragma once

#include "host/core/catalogue.hpp"
#include "host/http/pipeline/exchange.hpp"
#include "host/http/pipeline/route.hpp"

#include <string_view>

namespace svc::host::http {

/// Check 4 of api "Order of checks": session-only routes, writes of test keys. Throws ApiError 403 forbidden.
void checkCallerKind(const Route& route, const Caller& caller, bool dryRun);

/// Check 5: one of the scopes of the route. Throws missingScope: forbidden when the caller holds no scope of
/// the module, missing-permission when it holds another one of it (api "forbidden and missing-permission").
void checkScope(const Route& route, const Caller& caller, const Catalogue& catalogue);

/// Restricts a member who is limited to business units: 403 forbidden for what concerns the whole company; a
/// list that can be filtered by business unit must be filtered by one of the member's, which is set when the
/// member has only one. Throws ApiError 400 field-required:businessUnitId, 404 business-unit-not-found.
void limitToBusinessUnits(const openapi::Operation& operation, Exchange& exchange);

/// The same for the record that the request names (x-limited-by), in a separate transaction: a record of
/// another unit is answered like an unknown one.
void checkRecordIsOwn(const openapi::Operation& operation, const Exchange& exchange);

} // namespace svc::host::http
