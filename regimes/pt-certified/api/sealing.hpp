#pragma once

#include <svc/call.hpp>

namespace svc::pt_certified {

inline constexpr const char* RegimeId = "pt-certified";

// Commands regime.pt-certified.* (docs/modules/compliance.md, for authors of regimes).
Json describe(Call& call, const Json& input);
/// The tax number of the company, and a validation code for each series that its numbers come from.
Json ready(Call& call, const Json& input);
/// The end of the chain comes with the duties of the company.
Json askAhead(Call& call, const Json& input);
Json prepare(Call& call, const Json& input);

} // namespace svc::pt_certified
