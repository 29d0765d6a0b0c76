#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/core/facts.hpp"
#include "host/core/job_queue.hpp"
#include "host/core/schedules.hpp"
#include "host/core/services.hpp"
#include "host/core/work_loop.hpp"

namespace svc::host {

/// Runs the jobs of the database: events for subscribers, jobs filed by plugins, schedules. Any number of
/// hosts may run one. Jobs are claimed in batches and run one by one by whichever thread is free, so that
/// nothing waits behind a slow one; JobShares limits the threads for each company, plugin and lane.
class JobWorker {
public:
    /// `companyOf` returns the facts of a company, or nothing when it was deleted. `owner`: which jobs it
    /// runs; the worker of Plugins also files schedules.
    JobWorker(Services& services, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf,
              unsigned threads, JobQueue::Owner owner = JobQueue::Owner::Plugins);

    void start() { loop_.start(threadCount_); }
    /// Claims no more jobs, waits for the running ones and returns those not started to the queue.
    void stop();
    /// Wakes the threads, because a job may be due.
    void wake() { loop_.wake(); }
    /// For the testing clock: runs everything that is due, schedules included, and returns when nothing is
    /// due or running on this host.
    void runDue();

private:
    using SteadyClock = std::chrono::steady_clock;

    struct ReadyJob {
        ClaimedJob job;
        SteadyClock::time_point claimed;
    };

    bool runOnce();
    /// Claims a batch and adds it to the ready jobs; returns how many.
    std::size_t refill();
    /// Returns the first ready job below all thread quotas, and counts it as started.
    std::optional<ClaimedJob> takeReady();
    void end(const ClaimedJob& job);
    /// Gives jobs back to the table that have been ready for longer than `age`.
    void giveBackReady(SteadyClock::duration age);
    void run(const ClaimedJob& job);
    /// Repeats the job after a conflict with another transaction, which does not count as a failed attempt.
    void repeatInside(const ClaimedJob& job, const CompanyFacts& company,
                      const std::function<void(UnitOfWork&, std::string_view)>& code);
    void runInside(const ClaimedJob& job, const CompanyFacts& company,
                   const std::function<void(UnitOfWork&, std::string_view)>& code);
    void runOutside(const ClaimedJob& job, const CompanyFacts& company, const JobKind& kind);
    /// `code`: shown to clients; `reason`: for the log.
    void recordFailure(const ClaimedJob& job, const std::string& code, const std::string& reason);
    void log(int level, const ClaimedJob& job, const std::string& message) const;

    Services& services_;
    std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf_;
    unsigned threadCount_;
    JobQueue::Owner owner_;
    JobQueue queue_;
    Schedules schedules_;
    std::mutex claiming_; ///< held while a batch is claimed
    std::mutex mutex_;    ///< guards the members below
    JobShares shares_;
    std::deque<ReadyJob> ready_; ///< claimed, not started
    WorkLoop loop_;              ///< last member: its threads end before the members that they use
};

} // namespace svc::host
