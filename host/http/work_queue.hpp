#pragma once

#include "host/http/answerer.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace svc::host::http {

class Connection;

/// Connections whose request is whole and waits for a thread that answers it. The queue is bounded in length
/// and in time: what would wait too long is handed back, to be refused before any work was done.
class WorkQueue {
public:
    struct Options {
        std::size_t threads = 64;
        std::size_t reservedThreads = 2;
        std::size_t length = 1024; ///< waiting requests of one lane
        std::chrono::milliseconds patience{1000};
    };
    /// `work` must not throw.
    WorkQueue(Options options, std::function<void(Connection&)> work);
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// False: the queue is full.
    bool push(Connection& connection, Lane lane);
    /// Takes out those that have waited too long.
    std::vector<Connection*> takeLate();
    std::size_t waiting() const;
    /// Ends the threads when they have done what is in the queue.
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        Connection* connection;
        Clock::time_point since;
    };
    struct Queue {
        std::deque<Job> jobs;
        std::condition_variable filled;
        std::size_t threads = 0;
        std::size_t idle = 0; ///< threads that wait or are about to
        std::size_t mostThreads = 0;
    };
    void run(Queue& queue);

    Options options_;
    std::function<void(Connection&)> work_;
    mutable std::mutex mutex_;
    std::array<Queue, 2> queues_;
    std::vector<std::thread> threads_;
    bool stopping_ = false;
};

} // namespace svc::host::http
