#include "host/core/job_queue.hpp"

#include <unistd.h>

#include <svc/text.hpp>

#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

// Back-off after a failed attempt, the same as that of webhooks; after the last pause the next failure is
// final.
constexpr std::array<std::int64_t, 6> Pauses = {Instant::Minute,   5 * Instant::Minute, 30 * Instant::Minute,
                                                2 * Instant::Hour, 12 * Instant::Hour,  24 * Instant::Hour};

// An expired lease may be that of a job that crashes its host: then that job is claimed alone, so that only
// its attempts are used up. Otherwise pairs of company and plugin take turns. Pairs of a company for which
// this host already runs jobs ($6) come last; those that have reached their thread quota ($7 companies, $8
// plugins, $9 pairs, $11 lanes of plugins) are skipped; the others share the batch evenly. Looks at twice a
// share of rows, because rows that another host has just locked are skipped.
constexpr std::string_view Claim = R"(
WITH RECURSIVE ended AS (
  SELECT company_id, id FROM svc.job
   WHERE state = 'running' AND lease_until < $1 AND of_host = $4::boolean AND outside = $10::boolean
   ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED),
queue AS (
  (SELECT company_id, plugin FROM svc.job
    WHERE state = 'queued' AND of_host = $4::boolean AND outside = $10::boolean ORDER BY company_id, plugin LIMIT 1)
  UNION ALL SELECT n.company_id, n.plugin FROM queue q CROSS JOIN LATERAL (
    SELECT company_id, plugin FROM svc.job
     WHERE state = 'queued' AND of_host = $4::boolean AND outside = $10::boolean
       AND (company_id, plugin) > (q.company_id, q.plugin) ORDER BY company_id, plugin LIMIT 1) n),
ready AS MATERIALIZED (
  SELECT q.company_id, q.plugin, (SELECT due.since FROM svc.due_jobs(
         q.company_id, q.plugin, $4::boolean, $10::boolean, $1, $11::text[], 1) due) AS since
    FROM queue q WHERE q.company_id <> ALL ($7::uuid[]) AND q.plugin <> ALL ($8::text[])
     AND q.company_id::text || '/' || q.plugin <> ALL ($9::text[])),
turns AS (
  SELECT company_id, plugin FROM ready WHERE since IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM svc.job
     WHERE state = 'running' AND lease_until < $1 AND of_host = $4::boolean AND outside = $10::boolean)
   ORDER BY company_id = ANY ($6::uuid[]), row_number() OVER (PARTITION BY company_id ORDER BY since), since
   LIMIT $5),
share AS (SELECT greatest(1, $5::integer / greatest(1, count(*))) AS jobs FROM turns),
picked AS (
  SELECT company_id, id FROM ended UNION ALL SELECT d.company_id, d.id FROM turns t CROSS JOIN LATERAL (
    SELECT j.company_id, j.id FROM svc.due_jobs(t.company_id, t.plugin, $4::boolean, $10::boolean, $1, $11::text[],
                                                2 * (SELECT jobs FROM share)) due
      JOIN svc.job j ON j.company_id = t.company_id AND j.id = due.job_id AND j.state = 'queued'
     LIMIT (SELECT jobs FROM share) FOR UPDATE OF j SKIP LOCKED) d)
UPDATE svc.job j SET state = 'running', attempts = j.attempts + 1, lease_until = $2, lease_owner = $3
  FROM picked p WHERE j.company_id = p.company_id AND j.id = p.id
RETURNING j.company_id, j.id, j.plugin, j.name, j.payload, j.attempts, coalesce(j.request_id, ''),
          j.attempts - j.spared, (extract(epoch FROM j.created_at) * 1000000)::bigint, coalesce(j.lane, ''))";

// Payloads of the host's own jobs may hold secrets, so they are deleted as soon as the job has succeeded.
constexpr std::string_view Succeed =
    "UPDATE svc.job SET state = 'succeeded', finished_at = $4, lease_until = NULL, error = NULL,"
    " payload = CASE WHEN plugin = 'host' THEN '{}' ELSE payload END"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3 AND state = 'running'";
constexpr std::string_view Retry =
    "UPDATE svc.job SET state = 'queued', due_at = $4, lease_until = NULL, error = $5"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3 AND state = 'running'";
// The job has not started, so this claim does not count as an attempt.
constexpr std::string_view GiveBack =
    "UPDATE svc.job SET state = 'queued', lease_until = NULL, attempts = attempts - 1"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3 AND state = 'running'";
constexpr std::string_view GiveUp =
    "UPDATE svc.job SET state = 'failed', finished_at = $4, lease_until = NULL, error = $5"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3 AND state = 'running'";

constexpr std::string_view Holds = "SELECT 1 FROM svc.job WHERE company_id = $1 AND id = $2 AND attempts = "
                                   "$3 AND state = 'running' FOR UPDATE";
constexpr std::string_view Extend =
    "UPDATE svc.job SET lease_until = $4 WHERE company_id = $1 AND id = $2 AND attempts = $3"
    " AND state = 'running'";
// After Succeed. The number of the attempt keeps growing, so that an expired lease never matches the new one.
constexpr std::string_view RunAgain =
    "UPDATE svc.job SET state = 'queued', finished_at = NULL, due_at = $4, payload = $5, error = $6,"
    " spared = attempts WHERE company_id = $1 AND id = $2 AND attempts = $3";
constexpr std::string_view KeepResult =
    "UPDATE svc.job SET result = $4 WHERE company_id = $1 AND id = $2 AND attempts = $3";
constexpr std::string_view Progress =
    "UPDATE svc.job SET progress_done = $4, progress_total = nullif($5::bigint, 0)"
    " WHERE company_id = $1 AND id = $2 AND attempts = $3";

/// A PostgreSQL array; `textOf` returns an element in array syntax.
template <class Element, class Text>
std::string arrayOf(const std::vector<Element>& elements, const Text& textOf) {
    std::string array = "{";
    for (const Element& element : elements) {
        array += (array.size() > 1 ? "," : "") + textOf(element);
    }
    return array + '}';
}

std::string ofCompany(const Uuid& company) {
    return company.toString();
}

std::string ofPlugin(const std::string& plugin) {
    return plugin;
}

std::string ofPair(const std::pair<Uuid, std::string>& pair) {
    return pair.first.toString() + '/' + pair.second;
}

/// Quotes the name of a lane, which may be any text.
std::string ofLane(const std::pair<std::string, std::string>& lane) {
    std::string text = "\"";
    for (const char c : lane.first + '/' + lane.second) {
        text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return text + '"';
}

std::string hostName() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return std::string(name.data()) + ':' + std::to_string(::getpid());
}

} // namespace

JobQueue::JobQueue(Services& services, Owner owner, std::int64_t lease)
    : services_(services), owner_(owner), lease_(lease), host_(hostName()) {}

std::vector<ClaimedJob> JobQueue::claim(std::size_t most, const JobShares::Taken& taken) {
    const Instant now = services_.clock.now();
    db::Transaction transaction(services_.pool);
    const db::Rows rows = transaction.query(
        Claim, {now.toSql(), (now + lease_).toSql(), host_, owner_ == Owner::Host ? "t" : "f",
                std::to_string(most), arrayOf(taken.working, ofCompany), arrayOf(taken.companies, ofCompany),
                arrayOf(taken.plugins, ofPlugin), arrayOf(taken.pluginsOfCompanies, ofPair),
                owner_ == Owner::Outside ? "t" : "f", arrayOf(taken.lanes, ofLane)});
    transaction.commit();
    std::vector<ClaimedJob> jobs;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        ClaimedJob job;
        job.company = Uuid::parse(rows.text(row, 0)).value_or(Uuid());
        job.id = rows.text(row, 1);
        job.plugin = rows.text(row, 2);
        job.name = rows.text(row, 3);
        job.payload = rows.text(row, 4);
        job.attempt = static_cast<int>(parseInt64(rows.text(row, 5)).value_or(0));
        job.requestId = rows.text(row, 6).empty() ? job.id : std::string(rows.text(row, 6));
        job.tries = static_cast<int>(parseInt64(rows.text(row, 7)).value_or(0));
        job.filedAt = Instant(parseInt64(rows.text(row, 8)).value_or(0));
        job.lane = rows.text(row, 9);
        if (job.tries > static_cast<int>(Pauses.size()) + 1) {
            giveUp(job);
        } else {
            jobs.push_back(std::move(job));
        }
    }
    return jobs;
}

/// Fails a job without attempts left. Attempts are counted before they start, so an attempt without a
/// recorded outcome means that its host ended.
void JobQueue::giveUp(const ClaimedJob& job) {
    fail(job, "internal-error", true);
    if (services_.log) {
        services_.log(3, job.requestId, job.plugin,
                      "job " + job.name + " is given up: the host ended during its attempts");
    }
}

bool JobQueue::succeed(db::Transaction& transaction, const ClaimedJob& job, Instant at) {
    return transaction
               .query(Succeed, {job.company.toString(), job.id, std::to_string(job.attempt), at.toSql()})
               .affected() > 0;
}

bool JobQueue::holds(db::Transaction& transaction, const ClaimedJob& job) {
    return !transaction.query(Holds, {job.company.toString(), job.id, std::to_string(job.attempt)}).empty();
}

bool JobQueue::extend(const ClaimedJob& job, Instant until) {
    db::Transaction transaction(services_.pool);
    const bool extended =
        transaction
            .query(Extend, {job.company.toString(), job.id, std::to_string(job.attempt), until.toSql()})
            .affected() > 0;
    transaction.commit();
    return extended;
}

void JobQueue::conclude(db::Transaction& transaction, const ClaimedJob& job, const JobRun& run) {
    const std::string company = job.company.toString();
    const std::string attempt = std::to_string(job.attempt);
    if (run.again) {
        transaction.send(RunAgain, {company, job.id, attempt, run.again->due.toSql(), run.again->payload,
                                    run.again->note.empty() ? db::Param() : db::Param(run.again->note)});
    }
    if (run.result) {
        transaction.send(KeepResult, {company, job.id, attempt, *run.result});
    }
}

void JobQueue::progress(db::Transaction& transaction, const ClaimedJob& job, std::int64_t done,
                        std::int64_t total) {
    transaction.send(Progress, {job.company.toString(), job.id, std::to_string(job.attempt),
                                std::to_string(done), std::to_string(total)});
}

void JobQueue::giveBack(const std::vector<ClaimedJob>& jobs) {
    db::Transaction transaction(services_.pool);
    for (const ClaimedJob& job : jobs) {
        transaction.send(GiveBack, {job.company.toString(), job.id, std::to_string(job.attempt)});
    }
    transaction.commit();
}

std::optional<Instant> JobQueue::fail(const ClaimedJob& job, const std::string& error, bool forGood) {
    const Instant now = services_.clock.now();
    const auto pause = static_cast<std::size_t>(job.tries > 0 ? job.tries - 1 : 0);
    std::optional<Instant> next;
    if (!forGood && pause < Pauses.size()) {
        next = now + Pauses[pause];
    }
    db::Transaction transaction(services_.pool);
    transaction.send(next ? Retry : GiveUp, {job.company.toString(), job.id, std::to_string(job.attempt),
                                             next.value_or(now).toSql(), error});
    transaction.commit();
    return next;
}

} // namespace svc::host
