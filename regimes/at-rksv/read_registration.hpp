#pragma once

#include <svc/http.hpp>

namespace svc::rksv {

/// The data that the company has to enter at FinanzOnline.
Response readRegistration(Request& request);

} // namespace svc::rksv
