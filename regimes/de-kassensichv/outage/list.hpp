#pragma once

#include <svc/http.hpp>

namespace svc::kassensichv {

/// Times in which the TSE did not sign, newest first.
Response listOutages(Request& request);

} // namespace svc::kassensichv
