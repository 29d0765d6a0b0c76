#include "host/core/job_worker.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "host/core/unit_of_work.hpp"
#include "host/core/work_fault.hpp"
#include "host/db/error.hpp"
#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

constexpr std::chrono::milliseconds PollForJobs{500};
// Gathers wakes for this long: a claim after each request that files a job behind others of its lane would
// find nothing, and would cost more than the requests.
constexpr std::chrono::milliseconds Rest{20};
constexpr std::int64_t Lease = 60 * Instant::Second;
constexpr std::size_t Batch = 8;
constexpr int MostRepeats = 3;
constexpr const char* InternalError = "internal-error";
// A claimed job that waits longer for a thread quota goes back to the table, where other hosts can claim it.
constexpr std::chrono::seconds MostReady{1};

/// The first of each company, then the second of each, and so on.
std::vector<ClaimedJob> inTurns(std::vector<ClaimedJob> jobs) {
    std::map<Uuid, std::size_t> seen;
    std::vector<std::pair<std::size_t, ClaimedJob>> ranked;
    for (ClaimedJob& job : jobs) {
        const std::size_t rank = seen[job.company]++;
        ranked.emplace_back(rank, std::move(job));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    jobs.clear();
    for (auto& [rank, job] : ranked) {
        jobs.push_back(std::move(job));
    }
    return jobs;
}

} // namespace

JobWorker::JobWorker(Services& services, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf,
                     unsigned threads, JobQueue::Owner owner)
    : services_(services), companyOf_(std::move(companyOf)), threadCount_(threads), owner_(owner),
      queue_(services, owner, Lease), schedules_(services), shares_(threads),
      loop_(
          PollForJobs, [this] { return runOnce(); }, Rest) {}

void JobWorker::stop() {
    loop_.stop();
    try {
        giveBackReady({});
    } catch (const std::exception&) {
        // The leases expire, and another host claims the jobs.
    }
}

void JobWorker::runDue() {
    schedules_.lookSoon();
    loop_.runDue();
}

bool JobWorker::runOnce() {
    std::optional<ClaimedJob> job = takeReady();
    bool filed = false;
    if (!job) {
        giveBackReady(MostReady);
        filed = owner_ == JobQueue::Owner::Plugins && schedules_.fileDue();
        const std::lock_guard claiming(claiming_);
        job = takeReady(); // another thread may have claimed while this one waited for the lock
        if (!job && refill() > 0) {
            job = takeReady();
        }
    }
    if (job) {
        const std::shared_ptr<void> atEnd(nullptr, [&](void*) { end(*job); });
        run(*job);
    }
    return filed || job;
}

std::size_t JobWorker::refill() {
    JobShares::Taken taken;
    {
        const std::lock_guard lock(mutex_);
        taken = shares_.taken();
    }
    std::vector<ClaimedJob> jobs = inTurns(queue_.claim(Batch, taken));
    if (jobs.empty()) {
        return 0;
    }
    services_.reached(config::StopPoints::JobClaimed);
    if (jobs.size() == Batch) {
        loop_.wakeAnother(); // a full batch: there may be more
    }
    const std::lock_guard lock(mutex_);
    for (ClaimedJob& job : jobs) {
        ready_.push_back({std::move(job), SteadyClock::now()});
    }
    return jobs.size();
}

std::optional<ClaimedJob> JobWorker::takeReady() {
    const std::lock_guard lock(mutex_);
    const auto mayBegin = [&](const ReadyJob& ready) {
        return shares_.mayBegin(ready.job.company, ready.job.plugin, ready.job.lane);
    };
    const auto found = std::find_if(ready_.begin(), ready_.end(), mayBegin);
    if (found == ready_.end()) {
        return std::nullopt;
    }
    ClaimedJob job = std::move(found->job);
    ready_.erase(found);
    shares_.begin(job.company, job.plugin, job.lane);
    if (std::any_of(ready_.begin(), ready_.end(), mayBegin)) {
        loop_.wakeAnother(); // another thread takes the next one
    }
    return job;
}

void JobWorker::end(const ClaimedJob& job) {
    const std::lock_guard lock(mutex_);
    shares_.end(job.company, job.plugin, job.lane);
}

void JobWorker::giveBackReady(SteadyClock::duration age) {
    std::vector<ClaimedJob> jobs;
    {
        const std::lock_guard lock(mutex_);
        // The queue is in the order of the claims, so the oldest is in front.
        while (!ready_.empty() && SteadyClock::now() - ready_.front().claimed >= age) {
            jobs.push_back(std::move(ready_.front().job));
            ready_.pop_front();
        }
    }
    if (!jobs.empty()) {
        queue_.giveBack(jobs);
    }
}

void JobWorker::run(const ClaimedJob& job) {
    try {
        const auto company = companyOf_(job.company);
        if (!company) {
            throw Fault("its company is gone");
        }
        const bool forSubscriber = job.name.rfind(SubscriberJob, 0) == 0;
        const Subscriber* subscriber =
            forSubscriber ? services_.catalogue.subscriber(job.plugin, job.name.substr(SubscriberJob.size()))
                          : nullptr;
        const JobKind* kind = services_.catalogue.job(job.plugin + '.' + job.name);
        if (subscriber == nullptr && kind == nullptr) {
            throw Fault("no enabled plugin has code for it");
        }
        if (kind != nullptr && kind->outside) {
            runOutside(job, *company, *kind);
        } else {
            repeatInside(job, *company, subscriber != nullptr ? subscriber->run : kind->run);
        }
    } catch (const WorkFault& fault) {
        if (fault.code() == LeaseLost) {
            log(6, job, fault.what());
        } else {
            recordFailure(job, InternalError, fault.what());
        }
    } catch (const ApiError& error) {
        recordFailure(job, std::string(error.code()), error.what());
    } catch (const std::exception& error) {
        recordFailure(job, InternalError, error.what());
    }
}

void JobWorker::repeatInside(const ClaimedJob& job, const CompanyFacts& company,
                             const std::function<void(UnitOfWork&, std::string_view)>& code) {
    for (int repeated = 0;; ++repeated) {
        try {
            runInside(job, company, code);
            return;
        } catch (const db::Error& error) {
            if (!error.retryable() || repeated >= MostRepeats) {
                throw;
            }
            log(6, job, "repeated after a conflict with another transaction: " + std::string(error.what()));
        }
    }
}

void JobWorker::runInside(const ClaimedJob& job, const CompanyFacts& company,
                          const std::function<void(UnitOfWork&, std::string_view)>& code) {
    JobRun run{job.tries, job.filedAt, services_.clock.now() + Lease, {}, {}, {}};
    run.progress = [&job](UnitOfWork& work, std::int64_t done, std::int64_t total) {
        JobQueue::progress(work.db(), job, done, total);
    };
    UnitOfWork::Options options{company, Actor{}, {}, job.requestId, company.language};
    options.job = &run;
    UnitOfWork work(services_, std::move(options));
    if (!JobQueue::succeed(work.db(), job, work.now())) {
        return; // the lease has passed, and another host has the job
    }
    code(work, job.payload);
    JobQueue::conclude(work.db(), job, run);
    services_.reached(config::StopPoints::JobDone);
    work.commit();
}

// The job's own transactions are fenced by the lease, which lasts a little longer than the job's time limit;
// its outcome is recorded in a separate transaction.
void JobWorker::runOutside(const ClaimedJob& job, const CompanyFacts& company, const JobKind& kind) {
    const Instant deadline = services_.clock.now() + kind.timeout;
    if (!queue_.extend(job, deadline + Lease)) {
        return;
    }
    JobRun run{job.tries, job.filedAt, deadline, {}, {}, {}};
    run.progress = [&](UnitOfWork& work, std::int64_t done, std::int64_t total) {
        if (work.inTransaction()) {
            JobQueue::progress(work.db(), job, done, total);
            return;
        }
        db::Transaction transaction(services_.pool);
        JobQueue::progress(transaction, job, done, total);
        transaction.commit();
    };
    UnitOfWork::Options options{company, Actor{}, {}, job.requestId, company.language};
    options.outside = true;
    options.job = &run;
    options.deadline = SteadyClock::now() + std::chrono::microseconds(kind.timeout);
    options.fence = [&job](db::Transaction& transaction) { return JobQueue::holds(transaction, job); };
    UnitOfWork work(services_, std::move(options));
    kind.run(work, job.payload);
    services_.reached(config::StopPoints::JobDone);
    db::Transaction transaction(services_.pool);
    if (JobQueue::succeed(transaction, job, services_.clock.now())) {
        JobQueue::conclude(transaction, job, run);
        transaction.commit();
    }
}

void JobWorker::recordFailure(const ClaimedJob& job, const std::string& code, const std::string& reason) {
    const bool last = !queue_.fail(job, code);
    log(last ? 3 : 4, job,
        "attempt " + std::to_string(job.tries) + (last ? " was the last: " : " failed: ") + reason);
}

void JobWorker::log(int level, const ClaimedJob& job, const std::string& message) const {
    if (services_.log) {
        services_.log(level, job.requestId, job.plugin, "job " + job.name + ": " + message);
    }
}

} // namespace svc::host
