#pragma once

#include <svc/http.hpp>

namespace svc::rksv {

/// What is to be entered at FinanzOnline.
Response readRegistration(Request& request);

} // namespace svc::rksv
