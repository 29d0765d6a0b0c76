// Texts in the character sets and lengths of the schema.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace svc::it_fatturapa {

/// At most `most` characters of Basic Latin and Latin-1 (the schema's String…LatinType). Other scripts are
/// transliterated to ASCII, line breaks and control characters become blanks, and the text is trimmed.
std::string latinText(std::string_view text, std::size_t most);

/// The same in Basic Latin alone (String…Type).
std::string basicText(std::string_view text, std::size_t most);

/// Cents as `123.45`.
std::string amountText(std::int64_t cents);

} // namespace svc::it_fatturapa
