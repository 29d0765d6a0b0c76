#pragma once

#include <string_view>

namespace svc::partners {

/// Is it a code of ISO 3166-1 alpha-2 (two capital letters)?
bool isCountry(std::string_view code);

} // namespace svc::partners
