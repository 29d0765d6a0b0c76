#include "host/api/import_runs.hpp"

#include "host/core/unit_of_work.hpp"

#include <utility>

namespace svc::host::api {
namespace {

constexpr std::chrono::milliseconds Poll{500};

// The end that the import itself has written stays.
constexpr std::string_view Write =
    "INSERT INTO svc.import_run AS r (company_id, id, kind, dry_run, status, bytes_done, bytes_total, rows,"
    " error, request_id, created_at, seen_at, finished_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,"
    " CASE $5::text WHEN 'running' THEN NULL ELSE $12::timestamptz END)"
    " ON CONFLICT (company_id, id) DO UPDATE SET status = excluded.status, bytes_done = excluded.bytes_done,"
    " rows = excluded.rows, error = excluded.error, seen_at = excluded.seen_at,"
    " finished_at = excluded.finished_at WHERE r.status = 'running'";
// Deletes all but the last hundred.
constexpr std::string_view Forget =
    "DELETE FROM svc.import_run WHERE company_id = $1 AND id < (SELECT id FROM svc.import_run"
    " WHERE company_id = $1 ORDER BY id DESC OFFSET 99 LIMIT 1)";

void send(db::Transaction& transaction, const ImportRun& run, std::string_view status, Instant now) {
    const std::string company = run.company.toString();
    transaction.send(Write,
                     {company, run.id.toString(), run.kind, run.dryRun ? "t" : "f", status,
                      std::to_string(run.bytesDone), std::to_string(run.bytes), std::to_string(run.rows),
                      run.error, run.requestId, run.createdAt.toSql(), now.toSql()});
    if (status != "running") {
        transaction.send(Forget, {company});
    }
}

} // namespace

ImportRuns::ImportRuns(Services& services)
    : services_(services), loop_(Poll, [this] { return writeAll(); }) {}

void ImportRuns::begin(std::shared_ptr<ImportRun> run) {
    const std::lock_guard lock(mutex_);
    runs_.push_back(std::move(run));
}

void ImportRuns::succeed(ImportRun& run, UnitOfWork& work) {
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(runs_, [&](const auto& one) { return one.get() == &run; });
    }
    send(work.db(), run, "succeeded", services_.clock.now());
}

void ImportRuns::fail(ImportRun& run, std::string error) {
    run.error = std::move(error);
    run.ended = true;
    loop_.wake();
}

bool ImportRuns::writeAll() {
    std::vector<std::shared_ptr<ImportRun>> runs;
    {
        const std::lock_guard lock(mutex_);
        runs = runs_;
    }
    for (const std::shared_ptr<ImportRun>& run : runs) {
        const bool ended = run->ended;
        db::Transaction transaction(services_.pool, run->company.toString());
        send(transaction, *run, ended ? "failed" : "running", services_.clock.now());
        transaction.commit();
        if (ended) {
            const std::lock_guard lock(mutex_);
            std::erase(runs_, run);
        }
    }
    return false;
}

} // namespace svc::host::api
