#pragma once

#include <svc/http.hpp>

namespace svc::ohada {

Response exportLedgerRoute(Request& request);

} // namespace svc::ohada
