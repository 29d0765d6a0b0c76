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
    int attempt = 0; ///< number of its lease
    int tries = 0;   ///< attempts that count
    Instant filedAt;
};

/// The statements of the table of jobs: claims with SKIP LOCKED and a lease, outcomes fenced by the number of
/// the attempt, one schedule of pauses. A host that dies simply lets its leases end.
class JobQueue {
public:
    /// Whose jobs: those of the plugins in a transaction or outside of one, or those of the host. Each has
    /// workers of its own.
    enum class Owner { Plugins, Outside, Host };

    JobQueue(Services& services, Owner owner, std::int64_t lease);

    /// Claims at most `most` jobs: the oldest of each plugin of a company, round robin. Plugins and companies
    /// whose share of the threads is used up (`taken`) are skipped.
    std::vector<ClaimedJob> claim(std::size_t most, const JobShares::Taken& taken = {});
    /// Queues jobs again that were claimed but not begun, for this host or another one.
    void giveBack(const std::vector<ClaimedJob>& jobs);

    /// Records the success in this transaction and holds the row until its end, so that nobody else takes the
    /// job meanwhile. False when another has taken it already: then nothing may be done for it.
    static bool succeed(db::Transaction& transaction, const ClaimedJob& job, Instant at);
    /// Does this host still hold the lease of the job? Locks its row until the end of the transaction.
    static bool holds(db::Transaction& transaction, const ClaimedJob& job);
    /// Extends the lease until `until`. False when another host has claimed the job already.
    bool extend(const ClaimedJob& job, Instant until);
    /// Writes what the job said of its end, after succeed().
    static void conclude(db::Transaction& transaction, const ClaimedJob& job, const JobRun& run);
    /// What GET /jobs/{jobId} shows; `total` 0: not known.
    static void progress(db::Transaction& transaction, const ClaimedJob& job, std::int64_t done,
                         std::int64_t total);
    /// When the job is due again; nothing when this was its last attempt, or when it fails `forGood`.
    /// `error`: what clients are told.
    std::optional<Instant> fail(const ClaimedJob& job, const std::string& error, bool forGood = false);

private:
    void giveUp(const ClaimedJob& job);

    Services& services_;
    Owner owner_;
    std::int64_t lease_;
    std::string host_;
};

} // namespace svc::host
