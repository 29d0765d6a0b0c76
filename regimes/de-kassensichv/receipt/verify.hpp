#pragma once

#include <svc/http.hpp>

namespace svc::kassensichv {

/// Is a printed code signed by the device that it names?
Response verifyReceipt(Request& request);

} // namespace svc::kassensichv
