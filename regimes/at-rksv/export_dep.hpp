#pragma once

#include <svc/http.hpp>

namespace svc::rksv {

/// The journal of data (DEP) as the authority reads it.
Response exportDep(Request& request);

} // namespace svc::rksv
