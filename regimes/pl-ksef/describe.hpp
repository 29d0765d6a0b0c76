#pragma once

#include <string_view>

#include <svc/call.hpp>

namespace svc::ksef {

inline constexpr std::string_view RegimeId = "pl-ksef";

/// The command regime.pl-ksef.describe (docs/modules/compliance.md, for authors of regimes).
Json describe(Call& call, const Json& input);

} // namespace svc::ksef
