#pragma once

#include <svc/http.hpp>

namespace svc::stays {

// One handler per operationId of openapi.yaml.
Response listStaysRoute(Request& request);
Response bookStayRoute(Request& request);
Response checkInRoute(Request& request);
Response checkOutRoute(Request& request);
Response cancelStayRoute(Request& request);

// Commands of plugin.yaml.
Json describeStayCommand(Call& call, const Json& input);
Json demonstrateCommand(Call& call, const Json& input);

} // namespace svc::stays
