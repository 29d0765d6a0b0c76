#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "support/running_service.hpp"

namespace svc::test {

/// Reads the journal of the demonstration company while things break, and keeps what it was given. It
/// outlives the service.
class JournalReader {
public:
    /// Makes keys of its own.
    explicit JournalReader(RunningService& service);

    /// Reads to the end again and again until finish(), whatever becomes of the service.
    void start();
    void finish();
    /// All that was given since the last call is still there, in the same order and to the byte.
    void expectNothingVanished();
    std::size_t given() const { return given_; }

private:
    /// Appends what follows `cursor`; false: the service does not answer, or there is no more.
    bool readPage(const std::string& credential, std::string& cursor, std::vector<std::string>& events);
    void run();

    RunningService& service_;
    std::vector<std::string> credentials_;
    std::thread thread_;
    std::atomic<bool> stopping_{false};
    std::string checked_; ///< cursor behind what was found again
    std::string cursor_;
    std::vector<std::string> events_; ///< since then, as they were given
    std::size_t given_ = 0;
};

} // namespace svc::test
