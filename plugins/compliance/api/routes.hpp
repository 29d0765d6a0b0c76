#pragma once

#include <svc/http.hpp>

namespace svc::compliance {

Response readFiscal(Request& request);
Response changeRegime(Request& request);
Response submitSale(Request& request);
Response resolveSubmission(Request& request);
Response listSubmissions(Request& request);

Json registerCommand(Call& call, const Json& input);
Json sentCommand(Call& call, const Json& input);
Json outcomeCommand(Call& call, const Json& input);
Json submissionCommand(Call& call, const Json& input);
Json regimeCommand(Call& call, const Json& input);
Json resealCommand(Call& call, const Json& input);

} // namespace svc::compliance
