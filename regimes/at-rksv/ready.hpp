#pragma once

#include <svc/call.hpp>

namespace svc::rksv {

/// Whether the till has its first receipt, by which it is registered, and a signature unit that works.
Json ready(Call& call, const Json& input);

} // namespace svc::rksv
