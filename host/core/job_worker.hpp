#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/core/facts.hpp"
#include "host/core/job_queue.hpp"
#include "host/core/services.hpp"
#include "host/core/work_loop.hpp"

namespace svc::host {

/// Runs the jobs of the database: deliveries to subscribers, jobs filed by plugins, schedules. Any number of
/// hosts may run one. One company occupies all threads but one, so that others do not wait behind its jobs.
class JobWorker {
public:
    /// `companyOf` gives the facts of a company, or nothing when it is gone.
    JobWorker(Services& services, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf,
              unsigned threads);

    void start() { loop_.start(threadCount_); }
    /// Claims no more jobs and waits for the running ones.
    void stop() { loop_.stop(); }
    /// There may be something to do: wakes the threads.
    void wake() { loop_.wake(); }
    /// Runs everything that is due, schedules too, and returns when nothing is due or under way here: for the
    /// testing clock.
    void runDue() { loop_.runDue(); }

private:
    bool runOnce();
    bool fileScheduled();
    std::vector<ClaimedJob> claim();
    /// One thread more, or less, works for each company of these jobs.
    void mark(const std::vector<ClaimedJob>& jobs, bool begins);
    void run(const ClaimedJob& job);
    void recordFailure(const ClaimedJob& job, const std::string& reason);
    void log(int level, const ClaimedJob& job, const std::string& message) const;

    Services& services_;
    std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf_;
    unsigned threadCount_;
    JobQueue queue_;
    std::mutex claiming_;
    std::mutex mutex_;
    std::map<Uuid, unsigned> atWork_; ///< threads by company
    WorkLoop loop_;                   ///< last: it ends before what its passes use
};

} // namespace svc::host
