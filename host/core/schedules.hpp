#pragma once

#include <chrono>
#include <mutex>

#include "host/core/services.hpp"

namespace svc::host {

/// Files the recurring jobs of all companies when they are due. Any number of hosts may run one: row locks
/// ensure that only one of them advances a schedule and files its job.
class Schedules {
public:
    explicit Schedules(Services& services) : services_(services) {}

    /// Files due jobs and returns whether there were any. While nothing is due it looks at most twice a
    /// second, however many threads call.
    bool fileDue();
    /// Makes the next call look at once, because the clock was moved.
    void lookSoon();

private:
    using SteadyClock = std::chrono::steady_clock;

    bool look();

    Services& services_;
    std::mutex mutex_; ///< one look at a time; guards the members below
    SteadyClock::time_point nextLook_;
    SteadyClock::time_point nextScan_; ///< when schedules that companies lack are added next
};

} // namespace svc::host
