#include <svc/single_byte.hpp>
#include <svc/spelling.hpp>

#include "domain/file.hpp"

namespace svc::de {

std::string windows1252(std::string_view utf8) {
    return toSingleByte(utf8, Windows1252, asciiSpelling);
}

} // namespace svc::de
