#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace svc::host::app {

/// Calls a function periodically on a separate thread until stopped. Exceptions are logged, and the next call
/// comes as usual.
class Maintenance {
public:
    /// `name` identifies the work in the log: "the hourly upkeep".
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
