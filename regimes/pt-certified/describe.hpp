#pragma once

#include <svc/call.hpp>

namespace svc::pt_certified {

inline constexpr const char* RegimeId = "pt-certified";

/// The command regime.pt-certified.describe (docs/modules/compliance.md, for authors of regimes).
Json describe(Call& call, const Json& input);

} // namespace svc::pt_certified
