#pragma once

#include <svc/http.hpp>

namespace svc::de {

Response exportDatevRoute(Request& request);

} // namespace svc::de
