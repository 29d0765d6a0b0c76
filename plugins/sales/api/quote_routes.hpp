#pragma once

#include <svc/http.hpp>

namespace svc::sales {

// One handler per operationId of openapi.yaml.
Response listQuotesRoute(Request& request);
Response readQuoteRoute(Request& request);
Response createQuoteRoute(Request& request);
Response updateQuoteRoute(Request& request);
Response sendQuoteRoute(Request& request);
Response acceptQuoteRoute(Request& request);
Response declineQuoteRoute(Request& request);
Response cancelQuoteRoute(Request& request);
Response convertQuoteRoute(Request& request);

// Commands of plugin.yaml.
Json readQuoteCommand(Call& call, const Json& input);
Json acceptQuoteCommand(Call& call, const Json& input);
Json declineQuoteCommand(Call& call, const Json& input);
Json convertQuoteCommand(Call& call, const Json& input);
Json signQuoteCommand(Call& call, const Json& input);
Json describeQuoteCommand(Call& call, const Json& input);
Json demonstrateCommand(Call& call, const Json& input);

/// The hourly pass: quotes whose last day is over.
void expireQuotesJob(Call& call, const Json& payload);

} // namespace svc::sales
