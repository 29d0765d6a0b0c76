#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace svc::host::app {

/// Calls a function every hour on a thread of its own, until stopped. What it throws is logged and tried
/// again.
class Maintenance {
public:
    explicit Maintenance(std::function<void()> work);
    ~Maintenance();
    Maintenance(const Maintenance&) = delete;
    Maintenance& operator=(const Maintenance&) = delete;

private:
    void loop();

    std::function<void()> work_;
    std::mutex mutex_;
    std::condition_variable stopped_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace svc::host::app
