#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "host/core/clock.hpp"

namespace svc::host::webhooks {

/// Circuit breakers for the calls of plugins, one for each plugin and place (host:port), across companies.
/// After five consecutive calls without an answer or with 5xx the circuit opens: calls are refused at once,
/// so that nobody waits for a provider that is down. After a pause one call is let through (half-open):
/// success closes the circuit, failure doubles the pause. Kept in memory, separately in each host.
/// Thread-safe.
class Circuits {
public:
    static constexpr int FailuresBefore = 5;
    static constexpr std::int64_t ShortestPause = 30 * Instant::Second;
    static constexpr std::int64_t LongestPause = 5 * Instant::Minute;

    explicit Circuits(const Clock& clock) : clock_(clock) {}

    /// Nothing: the call may be made, and the caller must call ended() afterwards. Else the seconds to wait.
    std::optional<std::int64_t> refuse(const std::string& plugin, const std::string& place);
    /// A call has ended. `failed`: without an answer, or with 5xx.
    void ended(const std::string& plugin, const std::string& place, bool failed);
    /// Number of open circuits by plugin; plugins without one are omitted.
    std::map<std::string, std::int64_t> open() const;

private:
    struct Circuit {
        int failures = 0; ///< consecutive
        std::int64_t pause = 0;
        std::optional<Instant> until; ///< open until then, half-open afterwards
        Instant changed;
        std::optional<Instant> probe; ///< the one call of a half-open circuit began then
    };

    void forgetOld(Instant now);

    const Clock& clock_;
    mutable std::mutex mutex_;
    std::map<std::pair<std::string, std::string>, Circuit> circuits_; ///< only those with failures
};

} // namespace svc::host::webhooks
