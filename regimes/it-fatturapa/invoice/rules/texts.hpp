// Texts as the schema takes them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace svc::fatturapa {

/// At most so many characters of Basic Latin and Latin-1 (the schema's String…LatinType); letters of other
/// scripts in those of ASCII, line breaks and control characters as blanks, without blanks at the ends.
std::string latinText(std::string_view text, std::size_t most);

/// The same in Basic Latin alone (String…Type).
std::string basicText(std::string_view text, std::size_t most);

/// Cents as `123.45`.
std::string amountText(std::int64_t cents);

} // namespace svc::fatturapa
