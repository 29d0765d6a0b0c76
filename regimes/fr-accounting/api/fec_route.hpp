#pragma once

#include <svc/http.hpp>

namespace svc::fr {

Response exportFecRoute(Request& request);

} // namespace svc::fr
