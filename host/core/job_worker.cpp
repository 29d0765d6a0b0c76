#include "host/core/job_worker.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include "host/core/unit_of_work.hpp"
#include "host/db/error.hpp"
#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

constexpr std::chrono::milliseconds Poll{500};
constexpr std::int64_t Lease = 60 * Instant::Second;
constexpr std::size_t Batch = 8;

constexpr std::string_view MeetCompanies =
    "INSERT INTO svc.schedule (company_id, plugin, name, next_at)"
    " SELECT company_id, $1, $2, $3 FROM svc.company ON CONFLICT DO NOTHING";
constexpr std::string_view FileScheduled =
    "WITH due AS (SELECT company_id, plugin, name, next_at FROM svc.schedule"
    " WHERE plugin = $1 AND name = $2 AND next_at <= $3 ORDER BY next_at LIMIT 100 FOR UPDATE SKIP LOCKED),"
    " moved AS (UPDATE svc.schedule s SET next_at = $4, last_at = $3 FROM due"
    " WHERE s.company_id = due.company_id AND s.plugin = due.plugin AND s.name = due.name)"
    " INSERT INTO svc.job (company_id, id, plugin, name, kind, key, due_at, created_at)"
    " SELECT company_id, gen_random_uuid(), plugin, name, name, 'schedule:' || next_at, $3, $3 FROM due"
    " ON CONFLICT (company_id, plugin, name, key) DO NOTHING";

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
                     unsigned threads)
    : services_(services), companyOf_(std::move(companyOf)), threadCount_(threads),
      queue_(services, JobQueue::Owner::Plugins, Lease), loop_(Poll, [this] { return runOnce(); }) {}

bool JobWorker::runOnce() {
    const bool filed = fileScheduled();
    const std::vector<ClaimedJob> jobs = claim();
    const std::shared_ptr<void> end(nullptr, [&](void*) { mark(jobs, false); });
    if (!jobs.empty()) {
        services_.reached(config::StopPoints::JobClaimed);
    }
    for (const ClaimedJob& job : jobs) {
        run(job);
    }
    return filed || !jobs.empty();
}

std::vector<ClaimedJob> JobWorker::claim() {
    // One claim at a time, so that each knows for whom the other threads work.
    const std::lock_guard claiming(claiming_);
    CompaniesAtWork atWork;
    const unsigned most = threadCount_ > 1 ? threadCount_ - 1 : 1;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [company, threads] : atWork_) {
            (threads < most ? atWork.some : atWork.enough).push_back(company);
        }
    }
    std::vector<ClaimedJob> jobs = queue_.claim(Batch, atWork);
    jobs = inTurns(std::move(jobs));
    mark(jobs, true);
    return jobs;
}

void JobWorker::mark(const std::vector<ClaimedJob>& jobs, bool begins) {
    std::set<Uuid> companies;
    for (const ClaimedJob& job : jobs) {
        companies.insert(job.company);
    }
    const std::lock_guard lock(mutex_);
    for (const Uuid& company : companies) {
        if (begins) {
            ++atWork_[company];
        } else if (const auto own = atWork_.find(company); --own->second == 0) {
            atWork_.erase(own);
        }
    }
}

bool JobWorker::fileScheduled() {
    bool filed = false;
    const Instant now = services_.clock.now();
    for (const JobKind& kind : services_.catalogue.jobs()) {
        const auto every = kind.every.empty() ? std::nullopt : parseDuration(kind.every);
        if (!every) {
            continue;
        }
        const std::string name = kind.name.substr(kind.plugin.size() + 1);
        db::Transaction transaction(services_.pool);
        transaction.send(MeetCompanies, {kind.plugin, name, now.toSql()});
        const db::Rows rows =
            transaction.query(FileScheduled, {kind.plugin, name, now.toSql(), (now + *every).toSql()});
        transaction.commit();
        filed = filed || rows.affected() > 0;
    }
    return filed;
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
        UnitOfWork work(services_, {*company, Actor{}, {}, job.requestId, company->language, false});
        if (!JobQueue::succeed(work.db(), job, work.now())) {
            return; // the lease has passed, and another host has the job
        }
        (subscriber != nullptr ? subscriber->run : kind->run)(work, job.payload);
        services_.reached(config::StopPoints::JobDone);
        work.commit();
    } catch (const std::exception& error) {
        recordFailure(job, error.what());
    }
}

void JobWorker::recordFailure(const ClaimedJob& job, const std::string& reason) {
    const bool last = !queue_.fail(job, reason);
    log(last ? 3 : 4, job,
        "attempt " + std::to_string(job.attempt) + (last ? " was the last: " : " failed: ") + reason);
}

void JobWorker::log(int level, const ClaimedJob& job, const std::string& message) const {
    if (services_.log) {
        services_.log(level, job.requestId, job.plugin, "job " + job.name + ": " + message);
    }
}

} // namespace svc::host
