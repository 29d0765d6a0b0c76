#pragma once

#include <svc/http.hpp>

namespace svc::ledger {

Response listChartsRoute(Request& request);
Response exportLedgerRoute(Request& request);

Json postCommand(Call& call, const Json& input);

} // namespace svc::ledger
