#pragma once

#include <svc/http.hpp>

namespace svc::reports {

Response summaryRoute(Request& request);
Response receivablesRoute(Request& request);
Response payablesRoute(Request& request);
Response taxesRoute(Request& request);
Response statementRoute(Request& request);

} // namespace svc::reports
