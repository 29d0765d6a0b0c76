#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// Closes the days that are over where nobody opens and closes the till.
void closeDay(Call& call, const Json& payload);

} // namespace svc::kassensichv
