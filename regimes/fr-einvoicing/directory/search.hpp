#pragma once

#include <svc/http.hpp>

namespace svc::fr_einvoicing {

Response searchDirectory(Request& request);

} // namespace svc::fr_einvoicing
