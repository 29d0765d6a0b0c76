#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace svc::host::app {

/// The time that is left to running work after SIGTERM. When it is over the process ends at once, whatever
/// still runs: its transactions were not committed, so the database rolls them back.
class DrainDeadline {
public:
    /// Exit code of the process when the deadline ends it.
    static constexpr int ExitCode = 4;

    DrainDeadline() = default;
    /// Everything has ended in time.
    ~DrainDeadline();
    DrainDeadline(const DrainDeadline&) = delete;
    DrainDeadline& operator=(const DrainDeadline&) = delete;

    void begin(std::chrono::milliseconds limit);

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false;
    std::thread thread_;
};

} // namespace svc::host::app
