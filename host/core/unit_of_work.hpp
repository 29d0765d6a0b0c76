#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/date.hpp>
#include <svc/error.hpp>
#include <svc/json.hpp>

#include "host/core/facts.hpp"
#include "host/core/job_run.hpp"
#include "host/core/outbound.hpp"
#include "host/core/services.hpp"
#include "host/core/work_journal.hpp"
#include "host/db/transaction.hpp"

namespace svc::host {

/// The answer kept under an Idempotency-Key, written in the transaction of its effect.
struct StoredAnswer {
    std::string key;
    std::string method;
    std::string path;
    std::string bodyDigest; ///< SHA-256, 32 bytes
    int status = 0;
    Json headers = Json::object();
    std::string body;
};

/// Prefix of the job that delivers an event to a subscriber; the subscriber's name follows.
inline constexpr std::string_view SubscriberJob = "subscriber.";

/// One database transaction bound to one company: what routes, commands, hooks, subscribers and jobs share.
/// One that works outside has none at first, and one after the other as begin() and commit() say.
///
/// Everything it wrote, the events it emitted and the stored answer are committed together by commit(), in
/// one round trip: queued writes, late writes in the order of their keys, the statement that takes the event
/// numbers under the lock of the company's clock row, the stored answer, COMMIT.
class UnitOfWork {
public:
    struct Options {
        CompanyFacts company;
        Actor actor;
        std::string actorLabel; ///< name of the person or key, kept in the history
        std::string requestId;
        std::string language = "en";
        bool dryRun = false;
        bool groupsCommit = false; ///< see db::Transaction::groupCommit
        /// Deadline: after it no statement begins, and a running one is cancelled.
        std::optional<std::chrono::steady_clock::time_point> deadline = {};
        std::vector<Uuid> businessUnits = {}; ///< to which the actor is limited; empty: no limit
        bool outside = false;                 ///< starts without a transaction
        JobRun* job = nullptr;                ///< the job that it runs
        /// Only with `outside`: called before each COMMIT; false when another host holds the lease of the
        /// job.
        std::function<bool(db::Transaction&)> fence = {};
    };

    UnitOfWork(Services& services, Options options);
    ~UnitOfWork();
    UnitOfWork(const UnitOfWork&) = delete;
    UnitOfWork& operator=(const UnitOfWork&) = delete;

    Services& services() { return services_; }
    /// Throws WorkFault no-transaction when no transaction is open.
    db::Transaction& db();
    bool inTransaction() const { return transaction_ != nullptr; }
    bool outside() const { return options_.outside; }
    JobRun* job() const { return options_.job; }
    const std::optional<std::chrono::steady_clock::time_point>& deadline() const { return options_.deadline; }
    const CompanyFacts& company() const { return options_.company; }
    const Actor& actor() const { return options_.actor; }
    const std::string& requestId() const { return options_.requestId; }
    const std::string& language() const { return options_.language; }
    bool dryRun() const { return options_.dryRun; }
    /// Is its actor limited to business units?
    bool isLimited() const { return !options_.businessUnits.empty(); }
    /// Number of the open transaction, unique in this process; 0 when none is open.
    std::uint64_t transactionNumber() const { return transaction_ ? transactionNumber_ : 0; }
    /// Has the deadline of the request passed? Then the transaction will be rolled back.
    bool isLate() const {
        return options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline;
    }

    /// The instant of this unit of work: the same for all that a transaction writes.
    Instant now() const { return now_; }
    /// The business date in the company's time zone.
    Date today() const { return today_; }
    /// A new identifier; identifiers of one unit of work sort in the order of the calls.
    Uuid newId();

    /// Writes an event: `type` must be in the catalogue, declared by `plugin`, and not reserved. Hooks run
    /// before it returns.
    void emit(std::string_view plugin, std::string_view type, std::string_view object,
              std::string_view objectId, Json data);
    const std::vector<EmittedEvent>& events() const { return journal_.events(); }

    /// Throws Fault when the series does not belong to the plugin: the owner could not explain the gaps.
    void requireSeriesOf(std::string_view plugin, std::string_view kind) const;
    /// Next number of a series, "DRAFT" in a dry run.
    std::string takeNumber(std::string_view kind, const std::optional<Uuid>& businessUnit, Date date);
    /// Prefetches the number that takeNumber will take with the same arguments: reads queued afterwards run
    /// in the same round trip, after the lock of the series. Throws Fault, as commit and rehearse do, when an
    /// earlier prefetched number was not taken.
    void askNumber(std::string_view kind, const std::optional<Uuid>& businessUnit, Date date);
    void history(std::string_view kind, std::string_view documentId, std::string_view action,
                 std::string changes);
    void note(std::string_view section, Json value);
    const std::vector<std::pair<std::string, Json>>& notes() const { return notes_; }
    /// Jobs with the same `lane` run one after the other; empty: no such order.
    Uuid fileJob(std::string_view plugin, std::string_view name, Instant due, std::string_view payload,
                 std::string_view key, std::string_view lane = {});
    /// Records an outgoing call of a plugin; only the latest calls of a unit of work are kept, until they are
    /// taken.
    void noteSent(SentCall call);
    /// Returns and removes the recorded calls of this plugin.
    std::vector<SentCall> takeSent(std::string_view plugin);
    /// The host has filed a message in this transaction.
    void filedMail() { filed_.mail = true; }
    /// ApiError plan-limit:<key>:<allowed> when `used` has reached the ceiling.
    void checkPlan(std::string_view key, std::int64_t used);
    /// Runs a command in this transaction; if the command refuses, the transaction can no longer be
    /// committed. When no transaction is open the command gets its own, or none if it works outside itself.
    std::string command(std::string_view name, std::string_view input, std::string_view caller = {});
    /// The plugin that called the running command; empty when the host called it or none runs.
    const std::string& caller() const { return caller_; }
    /// The business unit as JSON, or the default one: the company's, or the first that the actor is limited
    /// to. Nothing when there is none, or it is not the actor's.
    std::optional<std::string> businessUnit(std::optional<std::string_view> id);

    /// Makes commit() throw: when a part of the work was refused, the whole is.
    void doom() { doomed_ = true; }
    void storeAnswer(StoredAnswer answer) { answer_ = std::move(answer); }

    /// Only with `outside`: begins the next transaction. Throws WorkFault not-outside, transaction-open.
    void begin();
    /// Commits everything. It is durable when this returns, except with Options::groupsCommit. Throws
    /// ApiError when a declared constraint is violated.
    void commit();
    void rollback();

    /// Runs `function` and undoes what it wrote, emitted and filed, but not what it read and returned. For
    /// answers that show what a write would do.
    void rehearse(const std::function<void()>& function);

private:
    const NumberKind& requireNumberKind(std::string_view kind) const;
    void requireNoAskedNumber() const;
    void open();
    /// Only with `outside`, when its transaction has ended.
    void close();
    std::string runAlone(const Command& command, std::string_view input);
    void runHooks(const EmittedEvent& event);
    void fileForSubscribers(const EmittedEvent& event);
    std::string envelopeOf(const EmittedEvent& event) const;
    WorkJournal::Common common();

    Services& services_;
    Options options_;
    Instant now_;
    Date today_;
    std::uint64_t transactionNumber_ = 0;
    std::unique_ptr<db::Transaction> transaction_;
    WorkJournal journal_;
    Uuid journalId_; ///< identifies the transaction in the journal
    std::vector<std::pair<std::string, Json>> notes_;
    std::vector<SentCall> sent_;
    std::optional<StoredAnswer> answer_;
    std::uint64_t ids_ = 0;
    std::string caller_;
    int depth_ = 0;
    bool doomed_ = false;
    std::optional<std::string> askedNumber_; ///< series of a prefetched number that was not taken yet
    Filed filed_;
};

/// Throws the ApiError that is declared for the constraint of a database error, else rethrows the error.
[[noreturn]] void throwAsApiError(const Catalogue& catalogue, const std::exception& error);

} // namespace svc::host
