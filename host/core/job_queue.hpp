#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/core/facts.hpp"
#include "host/core/job_run.hpp"
#include "host/core/job_shares.hpp"
#include "host/core/services.hpp"

namespace svc::host {

namespace db {
class Transaction;
}

/// A job that this host has leased.
struct ClaimedJob {
    Uuid company;
    std::string id; ///< UUID
    std::string plugin;
    std::string name;
    std::string lane; ///< empty: none
    std::string payload;
    std::string requestId;
    int attempt = 0; ///< attempt number of its lease; fences the outcome
    int tries = 0;   ///< attempts that count towards the limit
    Instant filedAt;
};

/// SQL access to the job table: claims with SKIP LOCKED and a lease, outcomes fenced by the attempt number,
/// one back-off schedule. When a host dies its leases expire.
class JobQueue {
public:
    /// Which jobs: those of plugins that run in a transaction, those of plugins that run outside of one, or
    /// those of the host. Each kind has its own workers.
    enum class Owner { Plugins, Outside, Host };

    JobQueue(Services& services, Owner owner, std::int64_t lease);

    /// Claims at most `most` jobs: the oldest of each plugin of a company, round robin. Plugins and companies
    /// whose share of the threads is used up (`taken`) are skipped.
    std::vector<ClaimedJob> claim(std::size_t most, const JobShares::Taken& taken = {});
    /// Returns jobs to the queue that were claimed but not started; any host may claim them.
    void giveBack(const std::vector<ClaimedJob>& jobs);

    /// Records the success in this transaction and locks the row until its end, so that no other host claims
    /// the job meanwhile. False when another host has claimed it already: then the caller must do nothing for
    /// it.
    static bool succeed(db::Transaction& transaction, const ClaimedJob& job, Instant at);
    /// Does this host still hold the lease of the job? Locks its row until the end of the transaction.
    static bool holds(db::Transaction& transaction, const ClaimedJob& job);
    /// Extends the lease until `until`. False when another host has claimed the job already.
    bool extend(const ClaimedJob& job, Instant until);
    /// Writes the result, or the repetition, that the job asked for; after succeed().
    static void conclude(db::Transaction& transaction, const ClaimedJob& job, const JobRun& run);
    /// Sets the progress that GET /jobs/{jobId} shows; `total` 0: unknown.
    static void progress(db::Transaction& transaction, const ClaimedJob& job, std::int64_t done,
                         std::int64_t total);
    /// Records a failure. Returns when the job is due again; nothing when this was its last attempt, or when
    /// it fails `forGood`. `error`: the code shown to clients.
    std::optional<Instant> fail(const ClaimedJob& job, const std::string& error, bool forGood = false);

private:
    void giveUp(const ClaimedJob& job);

    Services& services_;
    Owner owner_;
    std::int64_t lease_;
    std::string host_;
};

} // namespace svc::host
