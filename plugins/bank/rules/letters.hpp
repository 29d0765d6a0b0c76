#pragma once

#include <optional>
#include <string_view>

namespace svc::bank {

/// A letter of the Cyrillic or Greek alphabet as banks write it in small Latin letters, or a Romanian one
/// without its comma; nothing when it is none of them. A sign without sound, and an accent that stands alone,
/// is empty.
std::optional<std::string_view> latinOf(char32_t c);

} // namespace svc::bank
