#include "letters/single_byte.hpp"
#include "letters/spelling.hpp"
#include "rules/file.hpp"

namespace svc::de_accounting {

std::string windows1252(std::string_view utf8) {
    return letters::toSingleByte(utf8, letters::Windows1252, letters::asciiSpelling);
}

} // namespace svc::de_accounting
