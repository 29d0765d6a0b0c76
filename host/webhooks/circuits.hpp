#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "host/core/clock.hpp"

namespace svc::host::webhooks {

/// Circuit breakers of the calls of plugins, one for each plugin and place (host:port) that it calls. After
/// five calls in a row without an answer, or answered by 5xx, whatever the company, the circuit is open:
/// calls are refused at once, so that nobody waits for a provider that does not answer. After a pause one
/// call is let through (half-open): when it is answered the circuit is closed, else the pause doubles. In
/// memory: each host finds out by itself. Any thread may use it.
class Circuits {
public:
    static constexpr int FailuresBefore = 5;
    static constexpr std::int64_t ShortestPause = 30 * Instant::Second;
    static constexpr std::int64_t LongestPause = 5 * Instant::Minute;

    explicit Circuits(const Clock& clock) : clock_(clock) {}

    /// Nothing: the call may be made, and ended() must follow. Else how many seconds it should wait.
    std::optional<std::int64_t> refuse(const std::string& plugin, const std::string& place);
    /// A call has ended. `failed`: without an answer, or with 5xx.
    void ended(const std::string& plugin, const std::string& place, bool failed);
    /// How many are open, by plugin; plugins without an open one are left out.
    std::map<std::string, std::int64_t> open() const;

private:
    struct Circuit {
        int failures = 0; ///< in a row
        std::int64_t pause = 0;
        std::optional<Instant> until; ///< open, and half-open from then on
        Instant changed;
        std::optional<Instant> probe; ///< the one call of a half-open circuit began then
    };

    void forgetOld(Instant now);

    const Clock& clock_;
    mutable std::mutex mutex_;
    std::map<std::pair<std::string, std::string>, Circuit> circuits_; ///< those with failures
};

} // namespace svc::host::webhooks
