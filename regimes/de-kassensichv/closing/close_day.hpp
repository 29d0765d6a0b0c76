#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// Closes past days, for companies that do not open and close the till.
void closeDay(Call& call, const Json& payload);

} // namespace svc::kassensichv
