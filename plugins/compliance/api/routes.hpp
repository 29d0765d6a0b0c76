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

/// What an authority accepted is taken back there too: a submission with the operation `cancel`.
void saleCancelledHook(Call& call, const Json& event);

} // namespace svc::compliance
