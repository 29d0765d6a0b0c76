#pragma once

#include <svc/http.hpp>

namespace svc::kassensichv {

/// Checks whether the device that a printed code names has signed it.
Response verifyReceipt(Request& request);

} // namespace svc::kassensichv
