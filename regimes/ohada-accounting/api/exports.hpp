#pragma once

#include <svc/http.hpp>

namespace svc::ohada {

Response exportLedgerRoute(Request& request);
Response exportBalanceRoute(Request& request);

} // namespace svc::ohada
