#include "host/core/job_worker.hpp"

#include <array>
#include <charconv>
#include <chrono>

#include <unistd.h>

#include "host/core/unit_of_work.hpp"
#include "host/db/error.hpp"
#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

// Polling is the ground truth; wake() only shortens the wait.
constexpr std::chrono::milliseconds Poll{500};
constexpr std::int64_t Lease = 60 * Instant::Second;
// Pauses after a failed attempt, the same as those of webhooks; after the last one the job has failed.
constexpr std::array<std::int64_t, 6> Pauses = {Instant::Minute,   5 * Instant::Minute, 30 * Instant::Minute,
                                                2 * Instant::Hour, 12 * Instant::Hour,  24 * Instant::Hour};

constexpr std::string_view Claim =
    "UPDATE svc.job SET state = 'running', attempts = attempts + 1, lease_until = $2, lease_owner = $3"
    " WHERE (company_id, id) IN (SELECT company_id, id FROM svc.job"
    " WHERE (state = 'queued' AND due_at <= $1) OR (state = 'running' AND lease_until < $1)"
    " ORDER BY due_at LIMIT 8 FOR UPDATE SKIP LOCKED)"
    " RETURNING company_id, id, plugin, name, payload, attempts, coalesce(request_id, '')";

// Fenced: a worker that lost its lease cannot overwrite the outcome of a newer attempt.
constexpr std::string_view Succeed =
    "UPDATE svc.job SET state = 'succeeded', finished_at = $4, lease_until = NULL, error = NULL"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3";
constexpr std::string_view Retry =
    "UPDATE svc.job SET state = 'queued', due_at = $4, lease_until = NULL, error = $5"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3";
constexpr std::string_view GiveUp =
    "UPDATE svc.job SET state = 'failed', finished_at = $4, lease_until = NULL, error = $5"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3";

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

std::string hostName() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return std::string(name.data()) + ':' + std::to_string(::getpid());
}

} // namespace

JobWorker::JobWorker(Services& services, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf,
                     unsigned threads)
    : services_(services), companyOf_(std::move(companyOf)), threadCount_(threads), owner_(hostName()) {}

JobWorker::~JobWorker() {
    stop();
}

void JobWorker::start() {
    for (unsigned i = 0; i < threadCount_; ++i) {
        threads_.emplace_back([this] { loop(); });
    }
}

void JobWorker::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

void JobWorker::wake() {
    {
        const std::lock_guard lock(mutex_);
        ++wakes_;
    }
    woken_.notify_one();
}

void JobWorker::loop() {
    std::uint64_t seen = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            woken_.wait_for(lock, Poll, [&] { return stopping_ || wakes_ != seen; });
            if (stopping_) {
                return;
            }
            seen = wakes_;
        }
        try {
            while (runOnce()) {
                const std::lock_guard lock(mutex_);
                if (stopping_) {
                    return;
                }
            }
        } catch (const std::exception&) {
            // The database does not answer: readiness and the pool's counters tell; the next poll tries
            // again.
        }
    }
}

void JobWorker::runDue() {
    while (runOnce()) {
    }
}

bool JobWorker::runOnce() {
    const bool filed = fileScheduled();
    const std::vector<Claimed> jobs = claim();
    if (!jobs.empty()) {
        services_.reached(config::StopPoints::JobClaimed);
    }
    for (const Claimed& job : jobs) {
        run(job);
    }
    return filed || !jobs.empty();
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

std::vector<JobWorker::Claimed> JobWorker::claim() {
    const Instant now = services_.clock.now();
    db::Transaction transaction(services_.pool);
    const db::Rows rows = transaction.query(Claim, {now.toSql(), (now + Lease).toSql(), owner_});
    transaction.commit();
    std::vector<Claimed> jobs;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        Claimed job;
        job.company = Uuid::parse(rows.text(row, 0)).value_or(Uuid());
        job.id = rows.text(row, 1);
        job.plugin = rows.text(row, 2);
        job.name = rows.text(row, 3);
        job.payload = rows.text(row, 4);
        const std::string_view attempts = rows.text(row, 5);
        std::from_chars(attempts.data(), attempts.data() + attempts.size(), job.attempt);
        job.requestId = rows.text(row, 6).empty() ? job.id : std::string(rows.text(row, 6));
        jobs.push_back(std::move(job));
    }
    return jobs;
}

void JobWorker::run(const Claimed& job) {
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
        work.db().send(Succeed,
                       {company->id.toString(), job.id, std::to_string(job.attempt), work.now().toSql()});
        (subscriber != nullptr ? subscriber->run : kind->run)(work, job.payload);
        services_.reached(config::StopPoints::JobDone);
        work.commit();
    } catch (const std::exception& error) {
        recordFailure(job, error.what());
    }
}

void JobWorker::recordFailure(const Claimed& job, const std::string& reason) {
    const auto pause = static_cast<std::size_t>(job.attempt > 0 ? job.attempt - 1 : 0);
    const bool last = pause >= Pauses.size();
    log(last ? 3 : 4, job,
        "attempt " + std::to_string(job.attempt) + (last ? " was the last: " : " failed: ") + reason);
    const Instant now = services_.clock.now();
    db::Transaction transaction(services_.pool, job.company.toString());
    transaction.send(last ? GiveUp : Retry, {job.company.toString(), job.id, std::to_string(job.attempt),
                                             last ? now.toSql() : (now + Pauses[pause]).toSql(), reason});
    transaction.commit();
}

void JobWorker::log(int level, const Claimed& job, const std::string& message) const {
    if (services_.log) {
        services_.log(level, job.requestId, job.plugin, "job " + job.name + ": " + message);
    }
}

} // namespace svc::host
