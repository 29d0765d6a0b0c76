#pragma once

#include <cstdint>
#include <string>

#include <svc/json.hpp>

namespace svc::sealing {

/// The canonical text of a value by RFC 8785: members sorted by name, no blanks, minimal escapes. Numbers
/// must be integers up to 2^53; any other number is ambiguous as a double and throws Fault.
std::string canonicalJson(const Json& value);

/// The value, with each number that canonicalJson refuses turned to text, as RFC 8785 advises.
Json exactly(const Json& value);

} // namespace svc::sealing
