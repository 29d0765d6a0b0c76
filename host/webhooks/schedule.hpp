#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <svc/date.hpp>

namespace svc::host::webhooks {

/// Pauses after the first six failures of a delivery, exact, from the end of the failed attempt.
inline constexpr std::array<std::int64_t, 6> Pauses = {Instant::Minute,      5 * Instant::Minute,
                                                       30 * Instant::Minute, 2 * Instant::Hour,
                                                       12 * Instant::Hour,   24 * Instant::Hour};
/// Number of the failure that exhausts a delivery.
inline constexpr int LastFailure = static_cast<int>(Pauses.size()) + 1;

/// When to try again after this failure (1 for the first); nothing when it was the last.
inline std::optional<Instant> nextAttempt(int failure, Instant endOfAttempt) {
    if (failure >= LastFailure || failure < 1) {
        return std::nullopt;
    }
    return endOfAttempt + Pauses[static_cast<std::size_t>(failure - 1)];
}

} // namespace svc::host::webhooks
