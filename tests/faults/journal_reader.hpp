#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "support/running_service.hpp"

namespace svc::test {

/// Reads the journal of the demonstration company during faults and remembers all events. It outlives the
/// service.
class JournalReader {
public:
    /// Creates separate API keys.
    explicit JournalReader(RunningService& service);

    /// Reads to the end repeatedly until finish(), also while the service is down.
    void start();
    void finish();
    /// All events read since the last call are still there, in the same order and byte for byte.
    void expectNothingVanished();
    std::size_t given() const { return given_; }

private:
    /// Appends the events after `cursor`; false when the service does not answer or there are no more.
    bool readPage(const std::string& credential, std::string& cursor, std::vector<std::string>& events);
    void run();

    RunningService& service_;
    std::vector<std::string> credentials_;
    std::thread thread_;
    std::atomic<bool> stopping_{false};
    std::string checked_; ///< cursor after the events that were verified
    std::string cursor_;
    std::vector<std::string> events_; ///< events since then, as they were received
    std::size_t given_ = 0;
};

} // namespace svc::test
