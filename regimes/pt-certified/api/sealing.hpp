#pragma once

#include <svc/call.hpp>

namespace svc::pt_certified {

inline constexpr const char* RegimeId = "pt-certified";

// Commands regime.pt-certified.* (docs/modules/compliance.md, for authors of regimes).
Json describe(Call& call, const Json& input);
Json prepare(Call& call, const Json& input);

} // namespace svc::pt_certified
