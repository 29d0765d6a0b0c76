#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace svc::host {

/// Threads that look for work in the database. They repeat passes as long as there is work, then wait to be
/// woken; one of the waiting threads polls. Correctness rests on polling; wakes only shorten the wait.
class WorkLoop {
public:
    /// `pass` does one portion of work and returns whether there was any; several threads call it
    /// concurrently. When it throws, the next poll tries again: the database does not answer, which readiness
    /// and the pool's counters show. `rest`: after a pass that found nothing, wakes are gathered for this
    /// long and then count as one. A `pass` that finds work for several threads must then wake the others
    /// itself (wakeAnother).
    WorkLoop(std::chrono::milliseconds poll, std::function<bool()> pass, std::chrono::milliseconds rest = {});
    ~WorkLoop();
    WorkLoop(const WorkLoop&) = delete;
    WorkLoop& operator=(const WorkLoop&) = delete;

    void start(unsigned threads);
    /// Begins no more passes and waits for the running ones.
    void stop();
    /// Wakes a thread, because work may be due.
    void wake();
    /// Wakes a thread even while wakes are gathered, because there is work for sure.
    void wakeAnother();
    /// For the testing clock: runs passes until one finds nothing while no other thread runs one.
    void runDue();

private:
    void loop();
    /// Waits for a wake or a poll; returns false when the loop stops.
    bool waitForWork();
    bool passOnce();

    std::chrono::milliseconds poll_;
    std::function<bool()> pass_;
    std::chrono::milliseconds rest_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable woken_;
    std::condition_variable rested_;
    std::condition_variable idle_;
    std::size_t wakes_ = 0;     ///< pending, not taken by a thread
    std::size_t mostWakes_ = 1; ///< one for each thread: more would only cause passes without work
    std::uint64_t found_ = 0;   ///< passes that found something
    std::size_t underWay_ = 0;
    bool polling_ = false; ///< a waiting thread polls
    bool resting_ = false; ///< a thread gathers wakes
    std::chrono::steady_clock::time_point restUntil_;
    bool stopping_ = false;
};

} // namespace svc::host
