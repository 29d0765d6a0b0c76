#pragma once

#include <string>
#include <string_view>

namespace svc::de_kassensichv {

/// The three letters of ISO 3166-1 for the two of a country: `DEU` for `DE`, as the DSFinV-K has countries.
/// Empty for a text that names none.
std::string threeLetters(std::string_view country);

} // namespace svc::de_kassensichv
