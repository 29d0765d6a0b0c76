#pragma once

#include <svc/http.hpp>

namespace svc::reports {

Response summaryRoute(Request& request);
Response receivablesRoute(Request& request);
Response payablesRoute(Request& request);
Response taxesRoute(Request& request);
Response statementRoute(Request& request);

/// `reports.statement`: `{ partnerId, from?, to? }` → what the route of the statement answers, or null.
Json statementCommand(Call& call, const Json& input);

} // namespace svc::reports
