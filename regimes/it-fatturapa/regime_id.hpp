#pragma once

#include <string_view>

namespace svc::it_fatturapa {

constexpr std::string_view RegimeId = "it-fatturapa";

} // namespace svc::it_fatturapa
