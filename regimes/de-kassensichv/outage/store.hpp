#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

namespace svc::de_kassensichv {

/// A period in which the TSE did not sign.
struct Outage {
    Instant startedAt;
    std::optional<Instant> endedAt;
    std::string reason;
};
void beginOutage(Call& call, const std::string& reason);
/// Ends the current outage and returns its start; nothing when there is none.
std::optional<Instant> endOutage(Call& call);
/// Newest first.
std::vector<Outage> outages(Call& call);

} // namespace svc::de_kassensichv
