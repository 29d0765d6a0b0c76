#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace svc::host::app {

/// Calls a function again and again on a thread of its own, until stopped. What it throws is logged and tried
/// again.
class Maintenance {
public:
    /// `name` says in the log what failed: "the hourly upkeep".
    Maintenance(std::string name, std::chrono::seconds pause, std::function<void()> work);
    ~Maintenance();
    Maintenance(const Maintenance&) = delete;
    Maintenance& operator=(const Maintenance&) = delete;

private:
    void loop();

    std::string name_;
    std::chrono::seconds pause_;
    std::function<void()> work_;
    std::mutex mutex_;
    std::condition_variable stopped_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace svc::host::app
