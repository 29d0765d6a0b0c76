/// @file Transliteration of any script to ASCII, and texts in the code page of a file.
#pragma once

#include <string>
#include <string_view>

#include "letters/single_byte.hpp"

namespace svc::letters {

/// A character transliterated to ASCII: `L` for `Ł`; `?` for one without a transliteration.
std::string asciiSpelling(char32_t character);

/// UTF-8 in the code page of a file with columns. An accent that follows its letter as a character of its own
/// (Unicode NFD) becomes one character with it. What the page lacks is transliterated; `instead` stands where
/// that would give the `separator`, which would move a column: `″` and `｜` are spelled `"` and `|`.
///
///     spelledIn(Windows1252, "Łódź 55″", '"', '\'');    // "L\xF3" "dz 55'"
std::string spelledIn(const CodePage& page, std::string_view utf8, char separator, char instead);

} // namespace svc::letters
