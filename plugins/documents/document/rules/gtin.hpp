#pragma once

#include <string_view>

namespace svc::documents {

/// A GTIN of 8, 12, 13 or 14 digits with a valid check digit; other bar codes do not belong to scheme 0160.
bool isGtin(std::string_view code);

} // namespace svc::documents
