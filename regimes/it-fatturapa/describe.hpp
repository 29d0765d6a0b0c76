#pragma once

#include <string_view>

#include <svc/call.hpp>

namespace svc::fatturapa {

constexpr std::string_view RegimeId = "it-fatturapa";

Json describe(Call& call, const Json& input);

} // namespace svc::fatturapa
