#pragma once

#include <svc/http.hpp>

namespace svc::kassensichv {

/// The periods in which the TSE did not sign, newest first.
Response listOutages(Request& request);

} // namespace svc::kassensichv
