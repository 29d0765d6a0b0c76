#pragma once

#include <optional>
#include <string_view>

namespace svc::bank {

/// Transliterates a Cyrillic or Greek letter to lower-case Latin letters as banks do, or a Romanian letter to
/// the one without comma; nothing for any other character. A letter without sound, and a combining accent,
/// become an empty text.
std::optional<std::string_view> latinOf(char32_t c);

} // namespace svc::bank
