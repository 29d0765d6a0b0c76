#pragma once

#include <svc/http.hpp>

namespace svc::fr_einvoicing {

Response searchDirectory(Request& request);
Response listEreports(Request& request);
Response getEreportFile(Request& request);

} // namespace svc::fr_einvoicing
