#pragma once

#include <svc/http.hpp>

namespace svc::integrations {

Response listIntegrations(Request& request);
Response connectIntegration(Request& request);
Response authorizeIntegration(Request& request);
Response changeIntegrationSettings(Request& request);
Response testIntegration(Request& request);
Response syncIntegration(Request& request);
Response disconnectIntegration(Request& request);

Json getCommand(Call& call, const Json& input);
Json connectedCommand(Call& call, const Json& input);
Json disconnectedCommand(Call& call, const Json& input);
Json callSucceededCommand(Call& call, const Json& input);
Json callFailedCommand(Call& call, const Json& input);
Json planUseCommand(Call& call, const Json& input);

void syncJob(Call& call, const Json& payload);

} // namespace svc::integrations
