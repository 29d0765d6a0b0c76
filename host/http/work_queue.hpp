#pragma once

#include "host/http/answerer.hpp"

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

/// Connections whose request is whole and waits for a thread that answers it. The queue is bounded in length
/// and in time: what would wait too long is handed back, to be refused before any work was done. Those of one
/// company occupy only their share of the threads and of the places to wait, and companies take turns.
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
        Full,        ///< the queue is
        CompanyFull, ///< the share of that company is
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

    /// `whose`: in whose name it is answered; empty: in that of nobody, and without a share.
    Entry push(Connection& connection, Lane lane, const std::string& whose);
    /// Takes out those that have waited too long.
    std::vector<Late> takeLate();
    std::size_t waiting() const;
    /// Ends the threads when they have done what is in the queue.
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        Connection* connection;
        Clock::time_point since;
    };
    /// The jobs in one name.
    struct Group {
        std::list<Job> jobs;
        std::size_t most = 0; ///< threads that it may occupy
        std::size_t running = 0;
        bool inTurn = false; ///< stands in Queue::turns

        std::size_t runnable() const { return running < most ? std::min(jobs.size(), most - running) : 0; }
    };
    struct Queue {
        std::unordered_map<std::string, Group> groups; ///< also some that have nothing now
        std::deque<Group*> turns;                      ///< every group with something runnable, once
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
