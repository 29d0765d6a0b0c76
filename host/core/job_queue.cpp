#include "host/core/job_queue.hpp"

#include <charconv>

#include <unistd.h>

#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

// Pauses after a failed attempt, the same as those of webhooks; after the last one the job has failed.
constexpr std::array<std::int64_t, 6> Pauses = {Instant::Minute,   5 * Instant::Minute, 30 * Instant::Minute,
                                                2 * Instant::Hour, 12 * Instant::Hour,  24 * Instant::Hour};

// A lease that has ended may be that of a job that kills its host: then jobs are taken one by one, so that it
// is the only one whose attempts are used up.
constexpr std::string_view Claim =
    "UPDATE svc.job SET state = 'running', attempts = attempts + 1, lease_until = $2, lease_owner = $3"
    " WHERE (company_id, id) IN (SELECT company_id, id FROM svc.job"
    " WHERE ((state = 'queued' AND due_at <= $1) OR (state = 'running' AND lease_until < $1))"
    " AND (plugin = 'host') = $4::boolean ORDER BY due_at LIMIT CASE WHEN EXISTS (SELECT 1 FROM svc.job"
    " WHERE state = 'running' AND lease_until < $1) THEN 1 ELSE $5::integer END FOR UPDATE SKIP LOCKED)"
    " RETURNING company_id, id, plugin, name, payload, attempts, coalesce(request_id, '')";

// What the host has filed may hold secrets: it is not kept longer than it is needed.
constexpr std::string_view Succeed =
    "UPDATE svc.job SET state = 'succeeded', finished_at = $4, lease_until = NULL, error = NULL,"
    " payload = CASE WHEN plugin = 'host' THEN '{}' ELSE payload END"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3 AND state = 'running'";
constexpr std::string_view Retry =
    "UPDATE svc.job SET state = 'queued', due_at = $4, lease_until = NULL, error = $5"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3 AND state = 'running'";
constexpr std::string_view GiveUp =
    "UPDATE svc.job SET state = 'failed', finished_at = $4, lease_until = NULL, error = $5"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3 AND state = 'running'";

std::string hostName() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return std::string(name.data()) + ':' + std::to_string(::getpid());
}

} // namespace

JobQueue::JobQueue(Services& services, Owner owner, std::int64_t lease)
    : services_(services), owner_(owner), lease_(lease), host_(hostName()) {}

std::vector<ClaimedJob> JobQueue::claim(std::size_t most) {
    const Instant now = services_.clock.now();
    db::Transaction transaction(services_.pool);
    const db::Rows rows = transaction.query(Claim, {now.toSql(), (now + lease_).toSql(), host_,
                                                    owner_ == Owner::Host ? "t" : "f", std::to_string(most)});
    transaction.commit();
    std::vector<ClaimedJob> jobs;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        ClaimedJob job;
        job.company = Uuid::parse(rows.text(row, 0)).value_or(Uuid());
        job.id = rows.text(row, 1);
        job.plugin = rows.text(row, 2);
        job.name = rows.text(row, 3);
        job.payload = rows.text(row, 4);
        const std::string_view attempts = rows.text(row, 5);
        std::from_chars(attempts.data(), attempts.data() + attempts.size(), job.attempt);
        job.requestId = rows.text(row, 6).empty() ? job.id : std::string(rows.text(row, 6));
        if (job.attempt > static_cast<int>(Pauses.size()) + 1) {
            giveUp(job);
        } else {
            jobs.push_back(std::move(job));
        }
    }
    return jobs;
}

/// Attempts are counted before they begin: one that nobody could record as failed ended with its host.
void JobQueue::giveUp(const ClaimedJob& job) {
    const std::string reason = "the host ended during its attempts";
    fail(job, reason, true);
    if (services_.log) {
        services_.log(3, job.requestId, job.plugin, "job " + job.name + " is given up: " + reason);
    }
}

bool JobQueue::succeed(db::Transaction& transaction, const ClaimedJob& job, Instant at) {
    return transaction
               .query(Succeed, {job.company.toString(), job.id, std::to_string(job.attempt), at.toSql()})
               .affected() > 0;
}

std::optional<Instant> JobQueue::fail(const ClaimedJob& job, const std::string& reason, bool forGood) {
    const Instant now = services_.clock.now();
    const auto pause = static_cast<std::size_t>(job.attempt > 0 ? job.attempt - 1 : 0);
    std::optional<Instant> next;
    if (!forGood && pause < Pauses.size()) {
        next = now + Pauses[pause];
    }
    db::Transaction transaction(services_.pool);
    transaction.send(next ? Retry : GiveUp, {job.company.toString(), job.id, std::to_string(job.attempt),
                                             next.value_or(now).toSql(), reason});
    transaction.commit();
    return next;
}

} // namespace svc::host
