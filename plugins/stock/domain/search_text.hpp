#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace svc::stock {

/// Lower case without accents: "Hôtel Œuvré" becomes "hotel oeuvre". Latin, Greek and Cyrillic letters are
/// folded, everything else stays as it is. The database's lower() would depend on the locale of the cluster.
std::string folded(std::string_view text);

/// The words of a text, folded, each once: what an item is found by. Anything but letters and digits
/// separates, so an article number gives its parts. A word is cut at 60 characters.
std::vector<std::string> searchWords(std::string_view text);

} // namespace svc::stock
