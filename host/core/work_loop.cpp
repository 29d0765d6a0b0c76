#include "host/core/work_loop.hpp"

#include <exception>

namespace svc::host {

WorkLoop::WorkLoop(std::chrono::milliseconds poll, std::function<bool()> pass)
    : poll_(poll), pass_(std::move(pass)) {}

WorkLoop::~WorkLoop() {
    stop();
}

void WorkLoop::start(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) {
        threads_.emplace_back([this] { loop(); });
    }
}

void WorkLoop::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

void WorkLoop::wake() {
    {
        const std::lock_guard lock(mutex_);
        ++wakes_;
    }
    woken_.notify_one();
}

void WorkLoop::loop() {
    std::uint64_t seen = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            woken_.wait_for(lock, poll_, [&] { return stopping_ || wakes_ != seen; });
            if (stopping_) {
                return;
            }
            seen = wakes_;
        }
        try {
            while (passOnce()) {
                const std::lock_guard lock(mutex_);
                if (stopping_) {
                    return;
                }
            }
        } catch (const std::exception&) {
            // The next poll tries again.
        }
    }
}

void WorkLoop::runDue() {
    for (;;) {
        std::uint64_t before = 0;
        {
            // Work that another thread has claimed may fail and be due again.
            std::unique_lock lock(mutex_);
            idle_.wait(lock, [&] { return underWay_ == 0; });
            before = found_;
        }
        passOnce();
        const std::lock_guard lock(mutex_);
        if (found_ == before && underWay_ == 0) {
            return;
        }
    }
}

bool WorkLoop::passOnce() {
    // Counts the pass as long as it lasts, however it ends.
    struct UnderWay {
        explicit UnderWay(WorkLoop& of) : loop(of) {
            const std::lock_guard lock(loop.mutex_);
            ++loop.underWay_;
        }
        ~UnderWay() {
            {
                const std::lock_guard lock(loop.mutex_);
                --loop.underWay_;
            }
            loop.idle_.notify_all();
        }
        UnderWay(const UnderWay&) = delete;
        UnderWay& operator=(const UnderWay&) = delete;
        WorkLoop& loop;
    };
    const UnderWay underWay(*this);
    if (!pass_()) {
        return false;
    }
    const std::lock_guard lock(mutex_);
    ++found_;
    return true;
}

} // namespace svc::host
