#pragma once

#include <svc/http.hpp>

namespace svc::fr_einvoicing {

Response listEreports(Request& request);

} // namespace svc::fr_einvoicing
