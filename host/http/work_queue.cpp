#include "host/http/work_queue.hpp"

#include "host/log/log.hpp"

#include <system_error>

namespace svc::host::http {

WorkQueue::WorkQueue(Options options, std::function<void(Connection&)> work)
    : options_(options), work_(std::move(work)) {
    queues_[static_cast<std::size_t>(Lane::Work)].mostThreads = options.threads;
    queues_[static_cast<std::size_t>(Lane::Reserved)].mostThreads = options.reservedThreads;
}

WorkQueue::~WorkQueue() {
    stop();
}

bool WorkQueue::push(Connection& connection, Lane lane) {
    Queue& queue = queues_[static_cast<std::size_t>(lane)];
    std::unique_lock lock(mutex_);
    // A job for which there is a thread does not wait.
    const std::size_t free = queue.idle + queue.mostThreads - queue.threads;
    if (stopping_ || queue.jobs.size() >= options_.length + free) {
        return false;
    }
    queue.jobs.push_back({&connection, Clock::now()});
    if (queue.idle >= queue.jobs.size() || queue.threads == queue.mostThreads) {
        lock.unlock();
        queue.filled.notify_one();
        return true;
    }
    // Threads come as they are needed: those that wait are warm.
    try {
        threads_.emplace_back([this, &queue] { run(queue); });
        ++queue.threads;
        ++queue.idle;
    } catch (const std::system_error& error) {
        log::warning({}, "no more threads can be started", {{"error", error.what()}});
        if (queue.threads == 0) {
            queue.jobs.pop_back();
            return false;
        }
    }
    return true;
}

void WorkQueue::run(Queue& queue) {
    std::unique_lock lock(mutex_);
    for (;; ++queue.idle) {
        queue.filled.wait(lock, [&] { return !queue.jobs.empty() || stopping_; });
        --queue.idle;
        if (queue.jobs.empty()) {
            return;
        }
        Connection& connection = *queue.jobs.front().connection;
        queue.jobs.pop_front();
        lock.unlock();
        work_(connection);
        lock.lock();
    }
}

std::vector<Connection*> WorkQueue::takeLate() {
    const Clock::time_point limit = Clock::now() - options_.patience;
    std::vector<Connection*> late;
    const std::lock_guard lock(mutex_);
    for (Queue& queue : queues_) {
        while (!queue.jobs.empty() && queue.jobs.front().since < limit) {
            late.push_back(queue.jobs.front().connection);
            queue.jobs.pop_front();
        }
    }
    return late;
}

std::size_t WorkQueue::waiting() const {
    const std::lock_guard lock(mutex_);
    return queues_[0].jobs.size() + queues_[1].jobs.size();
}

void WorkQueue::stop() {
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        threads.swap(threads_);
    }
    for (Queue& queue : queues_) {
        queue.filled.notify_all();
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

} // namespace svc::host::http
