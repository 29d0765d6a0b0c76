#pragma once

#include <svc/http.hpp>

namespace svc::sales {

// One handler per operationId of openapi.yaml.
Response listSalesRoute(Request& request);
Response readSaleRoute(Request& request);
Response createSaleRoute(Request& request);
Response updateSaleRoute(Request& request);
Response createPaymentRoute(Request& request);
Response cancelSaleRoute(Request& request);
Response refundSaleRoute(Request& request);
Response deliverSaleRoute(Request& request);

// Commands of plugin.yaml.
Json createSaleCommand(Call& call, const Json& input);
Json previewSaleCommand(Call& call, const Json& input);
Json readSaleCommand(Call& call, const Json& input);
Json paySaleCommand(Call& call, const Json& input);

} // namespace svc::sales
