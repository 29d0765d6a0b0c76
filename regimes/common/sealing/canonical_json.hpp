#pragma once

#include <cstdint>
#include <string>

#include <svc/json.hpp>

namespace svc::sealing {

/// The one text of a value by RFC 8785: members sorted by name, no blanks, the fewest escapes. Numbers are
/// integers up to 2^53; any other number has more than one reading as a double, and is a fault.
std::string canonicalJson(const Json& value);

/// The value with each number that canonicalJson refuses as text, as RFC 8785 advises.
Json exactly(const Json& value);

} // namespace svc::sealing
