#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::host::http {

/// The language of generated wording: the one of en, fr, de that Accept-Language likes best, else the
/// fallback.
std::string chooseLanguage(std::optional<std::string_view> acceptLanguage, std::string_view fallback);

} // namespace svc::host::http
