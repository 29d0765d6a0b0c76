#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "host/abi/call.hpp"

namespace svc::host::abi {

/// A secret of the plugin of the call, in its transaction or, outside of one, in one of its own.
std::optional<std::string> readSecret(svc_call* call, std::string_view name);

} // namespace svc::host::abi
