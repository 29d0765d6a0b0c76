#pragma once

#include "host/http/front/answerer.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace svc::host::http {

class Connection;

/// Connections with a complete request that wait for a worker thread. The queue is bounded in length and
/// time: a request that would wait too long is handed back, to be refused before any work is done. Requests
/// of one company occupy only their share of threads and queue, and companies take turns.
class WorkQueue {
public:
    struct Options {
        std::size_t threads = 64;
        std::size_t reservedThreads = 2;
        std::size_t length = 1024; ///< waiting requests of one lane
        std::chrono::milliseconds patience{1000};
        unsigned companyPercent = 75; ///< of threads and length, that one company may occupy
    };
    enum class Entry {
        Taken,
        Full,        ///< the queue is full
        CompanyFull, ///< the share of that company is used up
    };
    struct Late {
        Connection* connection;
        bool ofCompany; ///< it waited for others of its company, not for a thread
    };
    /// `work` must not throw.
    WorkQueue(Options options, std::function<void(Connection&)> work);
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// `whose`: the group in which it is answered; empty: no group, and no share.
    Entry push(Connection& connection, Lane lane, const std::string& whose);
    /// Removes and returns those that have waited too long.
    std::vector<Late> takeLate();
    std::size_t waiting() const;
    /// Ends the threads when the queue is empty.
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        Connection* connection;
        Clock::time_point since;
    };
    /// The jobs of one group.
    struct Group {
        std::list<Job> jobs;
        std::size_t most = 0; ///< limit of threads
        std::size_t running = 0;
        bool inTurn = false; ///< it is in Queue::turns

        std::size_t runnable() const { return running < most ? std::min(jobs.size(), most - running) : 0; }
    };
    struct Queue {
        std::unordered_map<std::string, Group> groups; ///< includes some without jobs
        std::deque<Group*> turns;                      ///< each group with a runnable job, once
        std::size_t jobs = 0;
        std::size_t runnable = 0; ///< jobs that a free thread could take now
        std::condition_variable filled;
        std::size_t threads = 0;
        std::size_t idle = 0; ///< threads that wait or are about to
        std::size_t mostThreads = 0;
    };
    void run(Queue& queue);
    Group& groupOf(Queue& queue, const std::string& whose) const;
    static Group* takeTurn(Queue& queue);
    template <class Change>
    static void change(Queue& queue, Group& group, const Change& change);
    bool startThread(Queue& queue);

    Options options_;
    std::function<void(Connection&)> work_;
    mutable std::mutex mutex_;
    std::array<Queue, 2> queues_;
    std::vector<std::thread> threads_;
    bool stopping_ = false;
};

} // namespace svc::host::http
