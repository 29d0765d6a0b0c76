#pragma once

#include <svc/http.hpp>

namespace svc::rksv {

/// The data collection journal (DEP) in the format of the authority.
Response exportDep(Request& request);

} // namespace svc::rksv
