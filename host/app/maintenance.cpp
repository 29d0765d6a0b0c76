#include "host/app/maintenance.hpp"

#include "host/log/log.hpp"

namespace svc::host::app {

Maintenance::Maintenance(std::string name, std::chrono::seconds pause, std::function<void()> work)
    : name_(std::move(name)), pause_(pause), work_(std::move(work)), thread_([this] { loop(); }) {}

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
    while (!stopped_.wait_for(lock, pause_, [this] { return stopping_; })) {
        lock.unlock();
        try {
            work_();
        } catch (const std::exception& error) {
            log::error({}, name_ + " failed and is tried again: " + error.what());
        }
        lock.lock();
    }
}

} // namespace svc::host::app
