#pragma once

#include <svc/plugin.hpp>

namespace svc::rksv {

/// The journal of data (DEP) as the authority reads it.
Response exportDep(Request& request);
/// What is to be entered at FinanzOnline.
Response readRegistration(Request& request);

} // namespace svc::rksv
