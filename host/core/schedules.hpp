#pragma once

#include <chrono>
#include <mutex>

#include "host/core/services.hpp"

namespace svc::host {

/// Files the recurring jobs of all companies when they are due. Any number of hosts may: a schedule is moved,
/// and its job filed, by one of them.
class Schedules {
public:
    explicit Schedules(Services& services) : services_(services) {}

    /// Tells whether anything was due. Looks at most twice a second, however many threads ask.
    bool fileDue();
    /// The next call looks, however soon it comes: the clock was moved.
    void lookSoon();

private:
    using SteadyClock = std::chrono::steady_clock;

    bool look();

    Services& services_;
    std::mutex mutex_; ///< one look at a time; of what follows
    SteadyClock::time_point nextLook_;
    SteadyClock::time_point nextMeeting_; ///< when new companies are given their schedules
};

} // namespace svc::host
