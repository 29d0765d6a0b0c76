#include "letters/single_byte.hpp"
#include "letters/spelling.hpp"
#include "rules/fec.hpp"

namespace svc::fr_accounting {

std::string latin9(std::string_view utf8) {
    return letters::toSingleByte(utf8, letters::Latin9, letters::asciiSpelling);
}

} // namespace svc::fr_accounting
