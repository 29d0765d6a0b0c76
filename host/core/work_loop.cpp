#include "host/core/work_loop.hpp"

#include <algorithm>
#include <exception>

namespace svc::host {

WorkLoop::WorkLoop(std::chrono::milliseconds poll, std::function<bool()> pass, std::chrono::milliseconds rest)
    : poll_(poll), pass_(std::move(pass)), rest_(rest) {}

WorkLoop::~WorkLoop() {
    stop();
}

void WorkLoop::start(unsigned threads) {
    {
        const std::lock_guard lock(mutex_);
        mostWakes_ = threads;
    }
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
    rested_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

void WorkLoop::wake() {
    {
        const std::lock_guard lock(mutex_);
        wakes_ = std::min(wakes_ + 1, mostWakes_);
    }
    woken_.notify_one();
}

void WorkLoop::wakeAnother() {
    {
        const std::lock_guard lock(mutex_);
        restUntil_ = {};
    }
    rested_.notify_all();
    wake();
}

void WorkLoop::loop() {
    while (waitForWork()) {
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

bool WorkLoop::waitForWork() {
    std::unique_lock lock(mutex_);
    const auto isWoken = [&] { return stopping_ || (wakes_ > 0 && !resting_); };
    bool polled = false;
    while (!polled && !isWoken()) {
        if (polling_) {
            woken_.wait(lock);
            continue;
        }
        polling_ = true;
        polled = !woken_.wait_for(lock, poll_, isWoken);
        polling_ = false;
        woken_.notify_one(); // another thread takes over the polling
    }
    if (!polled && std::chrono::steady_clock::now() < restUntil_) {
        const auto until = restUntil_;
        resting_ = true;
        const bool isOver = !rested_.wait_until(lock, until, [&] { return stopping_ || restUntil_ < until; });
        resting_ = false;
        if (isOver) {
            wakes_ = 1;
        }
    }
    wakes_ -= wakes_ > 0 ? 1 : 0;
    return !stopping_;
}

void WorkLoop::runDue() {
    for (;;) {
        std::uint64_t before = 0;
        {
            // Waits for other threads first: the work that they have claimed may fail and be due again.
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
    // Counts the pass as running until it ends, also by an exception.
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
    const bool found = pass_();
    const std::lock_guard lock(mutex_);
    if (found) {
        ++found_;
    } else {
        restUntil_ = std::chrono::steady_clock::now() + rest_;
    }
    return found;
}

} // namespace svc::host
