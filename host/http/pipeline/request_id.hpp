#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::host::http {

/// The client's value when it matches [A-Za-z0-9._-]{1,64}, else a new one.
std::string requestId(std::optional<std::string_view> sent);

} // namespace svc::host::http
