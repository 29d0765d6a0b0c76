/// @file Transliteration of any script to ASCII.
#pragma once

#include <string>

namespace svc::letters {

/// A character transliterated to ASCII: `L` for `Ł`; `?` for one without a transliteration.
std::string asciiSpelling(char32_t character);

} // namespace svc::letters
