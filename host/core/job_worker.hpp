#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "host/core/facts.hpp"
#include "host/core/job_queue.hpp"
#include "host/core/services.hpp"

namespace svc::host {

/// Runs the jobs of the database: deliveries to subscribers, jobs filed by plugins, schedules. Any number of
/// hosts may run one.
class JobWorker {
public:
    /// `companyOf` gives the facts of a company, or nothing when it is gone.
    JobWorker(Services& services, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf,
              unsigned threads);
    ~JobWorker();
    JobWorker(const JobWorker&) = delete;
    JobWorker& operator=(const JobWorker&) = delete;

    void start();
    /// Claims no more jobs and waits for the running ones.
    void stop();
    /// There may be something to do: wakes the threads.
    void wake();
    /// Runs everything that is due, schedules too, and returns when nothing is due or under way here: for the
    /// testing clock.
    void runDue();

private:
    void loop();
    bool runOnce();
    void leave();
    bool fileScheduled();
    void run(const ClaimedJob& job);
    void recordFailure(const ClaimedJob& job, const std::string& reason);
    void log(int level, const ClaimedJob& job, const std::string& message) const;

    Services& services_;
    std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf_;
    unsigned threadCount_;
    JobQueue queue_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable woken_;
    bool stopping_ = false;
    std::uint64_t wakes_ = 0;
    std::condition_variable idle_;
    std::size_t underWay_ = 0;
};

} // namespace svc::host
