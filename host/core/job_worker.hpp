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

/// Runs the jobs of the database: deliveries to subscribers, jobs filed by plugins, schedules. Any number of
/// hosts may run one. Jobs are claimed in batches and run one by one by whichever thread is free, so that
/// nothing waits behind a slow one; JobShares says how many threads work for one company, plugin
/// and lane.
class JobWorker {
public:
    /// `companyOf` gives the facts of a company, or nothing when it is gone. `owner`: those that run in a
    /// transaction, schedules too, or those outside of one.
    JobWorker(Services& services, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf,
              unsigned threads, JobQueue::Owner owner = JobQueue::Owner::Plugins);

    void start() { loop_.start(threadCount_); }
    /// Claims no more jobs, waits for the running ones and gives back what was not begun.
    void stop();
    /// Wakes the threads, because a job may be due.
    void wake() { loop_.wake(); }
    /// Runs everything that is due, schedules too, and returns when nothing is due or under way here: for the
    /// testing clock.
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
    /// Returns the first ready job whose company and plugin are below their thread quota; it counts as begun.
    std::optional<ClaimedJob> takeReady();
    void end(const ClaimedJob& job);
    /// Gives jobs back to the table that have been ready for longer than `age`.
    void giveBackReady(SteadyClock::duration age);
    void run(const ClaimedJob& job);
    /// A conflict with another transaction is no failed attempt.
    void repeatInside(const ClaimedJob& job, const CompanyFacts& company,
                      const std::function<void(UnitOfWork&, std::string_view)>& code);
    void runInside(const ClaimedJob& job, const CompanyFacts& company,
                   const std::function<void(UnitOfWork&, std::string_view)>& code);
    void runOutside(const ClaimedJob& job, const CompanyFacts& company, const JobKind& kind);
    /// `code`: what clients are told; `reason` is for the log.
    void recordFailure(const ClaimedJob& job, const std::string& code, const std::string& reason);
    void log(int level, const ClaimedJob& job, const std::string& message) const;

    Services& services_;
    std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf_;
    unsigned threadCount_;
    JobQueue::Owner owner_;
    JobQueue queue_;
    Schedules schedules_;
    std::mutex claiming_; ///< one claim at a time
    std::mutex mutex_;    ///< of what follows
    JobShares shares_;
    std::deque<ReadyJob> ready_; ///< claimed and not begun
    WorkLoop loop_;              ///< last: it ends before what its passes use
};

} // namespace svc::host
