/// @file Letters of any script in those of ASCII.
#pragma once

#include <string>

namespace svc::letters {

/// A character in letters of ASCII: `L` for `Ł`; `?` for what has none.
std::string asciiSpelling(char32_t character);

} // namespace svc::letters
