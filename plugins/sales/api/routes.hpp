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
Response remindSaleRoute(Request& request);

// Commands of plugin.yaml.
Json createSaleCommand(Call& call, const Json& input);
Json previewSaleCommand(Call& call, const Json& input);
Json readSaleCommand(Call& call, const Json& input);
Json sealedCommand(Call& call, const Json& input);
Json paySaleCommand(Call& call, const Json& input);

Json voidPaymentCommand(Call& call, const Json& input);
Json failedPaymentCommand(Call& call, const Json& input);
Json fiscalStatusCommand(Call& call, const Json& input);
Json openSalesCommand(Call& call, const Json& input);
Json sessionTotalsCommand(Call& call, const Json& input);
Json creditNoteCommand(Call& call, const Json& input);
Json documentSaleCommand(Call& call, const Json& input);
Json documentDeliveryCommand(Call& call, const Json& input);
Json documentCreditNoteCommand(Call& call, const Json& input);

// Jobs of plugin.yaml.
void passOverdueJob(Call& call, const Json& payload);

} // namespace svc::sales
