#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

namespace svc::kassensichv {

/// A time in which the TSE did not sign.
struct Outage {
    Instant startedAt;
    std::optional<Instant> endedAt;
    std::string reason;
};
void beginOutage(Call& call, const std::string& reason);
/// When the outage that has just ended began; nothing when there was none.
std::optional<Instant> endOutage(Call& call);
/// Newest first.
std::vector<Outage> outages(Call& call);

} // namespace svc::kassensichv
