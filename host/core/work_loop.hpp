#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace svc::host {

/// Threads that look for work in the database: pass after pass as long as there is something to do, then they
/// wait until they are woken; one of those that wait polls. Polling is the ground truth; waking only shortens
/// the wait.
class WorkLoop {
public:
    /// `pass` does one portion and tells whether there was one; several threads call it at a time. What it
    /// throws ends the passes until the next poll: the database does not answer, and readiness and the pool's
    /// counters tell. `rest`: after a pass that found nothing, wakes are gathered for so long and then count
    /// as one. A `pass` that finds work for several threads then wakes the others itself (wakeAnother).
    WorkLoop(std::chrono::milliseconds poll, std::function<bool()> pass, std::chrono::milliseconds rest = {});
    ~WorkLoop();
    WorkLoop(const WorkLoop&) = delete;
    WorkLoop& operator=(const WorkLoop&) = delete;

    void start(unsigned threads);
    /// Begins no more passes and waits for the running ones.
    void stop();
    /// Wakes a thread, because work may be due.
    void wake();
    /// Wakes a thread although wakes may be gathered, because work is there for sure.
    void wakeAnother();
    /// Passes until one finds nothing while none is under way here: for the testing clock.
    void runDue();

private:
    void loop();
    /// Takes one wake; false when the loop stops.
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
    std::size_t wakes_ = 0;     ///< that no thread has taken
    std::size_t mostWakes_ = 1; ///< one for each thread: more would be passes that find nothing
    std::uint64_t found_ = 0;   ///< passes that found something
    std::size_t underWay_ = 0;
    bool polling_ = false; ///< by one of the threads that wait
    bool resting_ = false; ///< one of the threads gathers wakes
    std::chrono::steady_clock::time_point restUntil_;
    bool stopping_ = false;
};

} // namespace svc::host
