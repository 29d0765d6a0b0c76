#include "letters/spelling.hpp"
#include "rules/file.hpp"

namespace svc::de_accounting {

std::string windows1252(std::string_view utf8) {
    return letters::spelledIn(letters::Windows1252, utf8, '"', '\'');
}

} // namespace svc::de_accounting
