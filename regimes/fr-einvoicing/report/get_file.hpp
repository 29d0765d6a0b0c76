#pragma once

#include <svc/http.hpp>

namespace svc::fr_einvoicing {

Response getEreportFile(Request& request);

} // namespace svc::fr_einvoicing
