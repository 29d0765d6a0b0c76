#pragma once

#include <svc/call.hpp>

namespace svc::rksv {

/// The first receipt of a till, and that of each month, also where nothing is sold.
void closeMonth(Call& call, const Json& payload);

} // namespace svc::rksv
