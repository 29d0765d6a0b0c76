#include "export/rules/country.hpp"

#include <unicode/locid.h>

namespace svc::de_kassensichv {

std::string threeLetters(std::string_view country) {
    return icu::Locale("", std::string(country).c_str()).getISO3Country();
}

} // namespace svc::de_kassensichv
