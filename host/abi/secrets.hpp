#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "host/abi/call.hpp"

namespace svc::host::abi {

/// Reads a secret of the calling plugin, in the open transaction of the call or, without one, in a new
/// transaction.
std::optional<std::string> readSecret(svc_call* call, std::string_view name);

} // namespace svc::host::abi
