#include "letters/spelling.hpp"
#include "rules/fec.hpp"

namespace svc::fr_accounting {

std::string latin9(std::string_view utf8) {
    return letters::spelledIn(letters::Latin9, utf8, '|', ' ');
}

} // namespace svc::fr_accounting
