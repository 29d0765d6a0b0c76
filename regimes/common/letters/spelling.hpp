/// @file Transliteration of any script to ASCII, and texts in the code page of a file.
#pragma once

#include <string>
#include <string_view>

#include "letters/single_byte.hpp"

namespace svc::letters {

/// A character transliterated to ASCII: `L` for `Ł`; `?` for one without a transliteration; empty for an
/// accent.
std::string asciiSpelling(char32_t character);

/// The text with one character for each letter with its accents (Unicode NFC): file systems and some
/// keyboards write them as characters of their own.
std::string composed(std::string_view utf8);

/// UTF-8, composed, in the code page of a file with columns. What the page lacks is transliterated; `instead`
/// stands where that would give the `separator`, which would move a column: `″` and `｜` are spelled `"` and
/// `|`.
///
///     spelledIn(Windows1252, "Łódź 55″", '"', '\'');    // "L\xF3" "dz 55'"
std::string spelledIn(const CodePage& page, std::string_view utf8, char separator, char instead);

} // namespace svc::letters
