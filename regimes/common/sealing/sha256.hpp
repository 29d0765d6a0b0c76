#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace svc::sealing {

/// SHA-256 of the concatenated pieces, as 64 hexadecimal digits.
std::string sha256(std::initializer_list<std::string_view> pieces);

} // namespace svc::sealing
