#include "host/app/maintenance.hpp"

#include <chrono>

#include "host/log/log.hpp"

namespace svc::host::app {

Maintenance::Maintenance(std::function<void()> work) : work_(std::move(work)), thread_([this] { loop(); }) {}

Maintenance::~Maintenance() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    stopped_.notify_all();
    thread_.join();
}

void Maintenance::loop() {
    std::unique_lock lock(mutex_);
    while (!stopped_.wait_for(lock, std::chrono::hours(1), [this] { return stopping_; })) {
        lock.unlock();
        try {
            work_();
        } catch (const std::exception& error) {
            log::error({}, std::string("the hourly upkeep failed and is tried again: ") + error.what());
        }
        lock.lock();
    }
}

} // namespace svc::host::app
