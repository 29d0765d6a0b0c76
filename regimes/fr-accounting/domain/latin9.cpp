#include <svc/single_byte.hpp>
#include <svc/spelling.hpp>

#include "domain/fec.hpp"

namespace svc::fr {

std::string latin9(std::string_view utf8) {
    return toSingleByte(utf8, Latin9, asciiSpelling);
}

} // namespace svc::fr
