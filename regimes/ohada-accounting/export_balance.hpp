#pragma once

#include <svc/http.hpp>

namespace svc::ohada {

Response exportBalanceRoute(Request& request);

} // namespace svc::ohada
