#include "host/app/drain_deadline.hpp"

#include <unistd.h>

#include "host/log/log.hpp"

namespace svc::host::app {
namespace {

// Time that idle parts need to end: connections, threads, the private PostgreSQL.
constexpr std::chrono::milliseconds Margin{2000};

} // namespace

DrainDeadline::~DrainDeadline() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void DrainDeadline::begin(std::chrono::milliseconds limit) {
    thread_ = std::thread([this, limit] {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, limit + Margin, [this] { return ended_; })) {
            log::error({}, "stopped at the end of server.drainSeconds: what was still running is not kept");
            // Destructors would wait for the threads that have not ended.
            ::_exit(ExitCode);
        }
    });
}

} // namespace svc::host::app
