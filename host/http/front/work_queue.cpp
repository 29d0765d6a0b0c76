#include "host/http/front/work_queue.hpp"

#include "host/log/log.hpp"

#include <algorithm>
#include <system_error>

namespace svc::host::http {

namespace {

// Up to this number of groups, empty ones are kept, because most get new jobs.
constexpr std::size_t MostGroups = 1024;

} // namespace

WorkQueue::WorkQueue(Options options, std::function<void(Connection&)> work)
    : options_(options), work_(std::move(work)) {
    queues_[static_cast<std::size_t>(Lane::Work)].mostThreads = options.threads;
    queues_[static_cast<std::size_t>(Lane::Reserved)].mostThreads = options.reservedThreads;
}

WorkQueue::~WorkQueue() {
    stop();
}

WorkQueue::Entry WorkQueue::push(Connection& connection, Lane lane, const std::string& whose) {
    Queue& queue = queues_[static_cast<std::size_t>(lane)];
    std::unique_lock lock(mutex_);
    Group& group = groupOf(queue, whose);
    // A job with a free thread does not wait.
    const std::size_t free = queue.idle + queue.mostThreads - queue.threads;
    if (stopping_ || queue.jobs >= options_.length + free) {
        return Entry::Full;
    }
    const std::size_t places = std::max<std::size_t>(1, options_.length * options_.companyPercent / 100);
    if (group.most < queue.mostThreads && group.jobs.size() >= places + group.runnable()) {
        return Entry::CompanyFull;
    }
    const std::size_t before = queue.runnable;
    change(queue, group, [&] { group.jobs.push_back({&connection, Clock::now()}); });
    if (queue.runnable == before) {
        return Entry::Taken; // it waits only for jobs of its own group
    }
    if (queue.idle >= queue.runnable || queue.threads == queue.mostThreads) {
        lock.unlock();
        queue.filled.notify_one();
        return Entry::Taken;
    }
    if (!startThread(queue)) {
        change(queue, group, [&] { group.jobs.pop_back(); });
        return Entry::Full;
    }
    return Entry::Taken;
}

/// Starts threads on demand. Returns false when no thread exists at all.
bool WorkQueue::startThread(Queue& queue) {
    try {
        threads_.emplace_back([this, &queue] { run(queue); });
        ++queue.threads;
        ++queue.idle;
    } catch (const std::system_error& error) {
        log::warning({}, "no more threads can be started", {{"error", error.what()}});
    }
    return queue.threads > 0;
}

WorkQueue::Group& WorkQueue::groupOf(Queue& queue, const std::string& whose) const {
    const auto found = queue.groups.find(whose);
    if (found != queue.groups.end()) {
        return found->second;
    }
    if (queue.groups.size() >= MostGroups) {
        std::erase_if(queue.groups, [](const auto& entry) {
            const Group& group = entry.second;
            return group.jobs.empty() && group.running == 0 && !group.inTurn;
        });
    }
    Group& group = queue.groups[whose];
    const std::size_t all = queue.mostThreads;
    // With less than 100 percent, at least one thread is left to others.
    group.most = whose.empty() || options_.companyPercent >= 100 || all < 2
                     ? all
                     : std::clamp<std::size_t>(all * options_.companyPercent / 100, 1, all - 1);
    return group;
}

/// Changes a group and keeps the totals of the queue up to date.
template <class Change>
void WorkQueue::change(Queue& queue, Group& group, const Change& change) {
    queue.jobs -= group.jobs.size();
    queue.runnable -= group.runnable();
    change();
    queue.jobs += group.jobs.size();
    queue.runnable += group.runnable();
    if (group.runnable() > 0 && !group.inTurn) {
        queue.turns.push_back(&group);
        group.inTurn = true;
    }
}

/// Returns the group whose turn it is.
WorkQueue::Group* WorkQueue::takeTurn(Queue& queue) {
    while (!queue.turns.empty()) {
        Group* group = queue.turns.front();
        queue.turns.pop_front();
        group->inTurn = false;
        if (group->runnable() > 0) {
            return group;
        }
    }
    return nullptr;
}

void WorkQueue::run(Queue& queue) {
    std::unique_lock lock(mutex_);
    for (;; ++queue.idle) {
        queue.filled.wait(lock, [&] { return queue.runnable > 0 || stopping_; });
        --queue.idle;
        Group* group = takeTurn(queue);
        if (group == nullptr) {
            return;
        }
        Connection* connection = group->jobs.front().connection;
        change(queue, *group, [group] {
            group->jobs.pop_front();
            ++group->running;
        });
        lock.unlock();
        work_(*connection);
        lock.lock();
        change(queue, *group, [group] { --group->running; });
    }
}

std::vector<WorkQueue::Late> WorkQueue::takeLate() {
    const Clock::time_point limit = Clock::now() - options_.patience;
    std::vector<Late> late;
    const std::lock_guard lock(mutex_);
    for (Queue& queue : queues_) {
        if (queue.jobs == 0) {
            continue;
        }
        for (auto& [whose, group] : queue.groups) {
            const bool ofCompany = group.most < queue.mostThreads && group.running >= group.most;
            while (!group.jobs.empty() && group.jobs.front().since < limit) {
                late.push_back({group.jobs.front().connection, ofCompany});
                change(queue, group, [&own = group] { own.jobs.pop_front(); });
            }
        }
    }
    return late;
}

std::size_t WorkQueue::waiting() const {
    const std::lock_guard lock(mutex_);
    return queues_[0].jobs + queues_[1].jobs;
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
