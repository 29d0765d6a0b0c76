#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace svc::host::app {

/// Reports once when the clock of this host differs from that of the database by more than 30 s, and once
/// when they agree again. The host's clock drives schedules and signatures, and receivers refuse signatures
/// with a wrong time.
class ClockWatch {
public:
    /// From here on the clocks differ, and below `Agrees` they agree again.
    static constexpr std::int64_t Differs = 30;
    static constexpr std::int64_t Agrees = 25;

    /// `difference`: the host's clock minus that of the database in microseconds, nothing when it is unknown.
    /// `tell`: receives whether they differ now, and a sentence for the log.
    ClockWatch(std::function<std::optional<std::int64_t>()> difference,
               std::function<void(bool differs, const std::string& sentence)> tell)
        : difference_(std::move(difference)), tell_(std::move(tell)) {}

    /// Not thread-safe.
    void check();
    bool differs() const { return differs_; }

private:
    std::function<std::optional<std::int64_t>()> difference_;
    std::function<void(bool, const std::string&)> tell_;
    std::atomic<bool> differs_{false};
};

} // namespace svc::host::app
