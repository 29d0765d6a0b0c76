#pragma once

#include "host/db/late_writes.hpp"
#include "host/db/pool.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

// The assumption that the transaction was started with no longer holds (Transaction::Proof).
class ProofFailed : public std::runtime_error {
public:
    ProofFailed() : std::runtime_error("what the transaction took for granted does not hold") {}
};

// A transaction that was to end with its first query got a second one; the caller must run it again from the
// start.
class AskedAgain : public std::runtime_error {
public:
    AskedAgain() : std::runtime_error("the transaction has ended with its first query") {}
};

// One database transaction, bound to one company or to none. Nothing is sent before the first query: BEGIN,
// the binding and all queued writes travel with it in one round trip. Used by one thread at a time.
//
//     Transaction transaction(pool, companyId);
//     Rows rows = transaction.query("SELECT … WHERE company_id = $1 AND id = $2", {companyId, id});
//     transaction.send("UPDATE …", {companyId, id});
//     transaction.commit();                               // UPDATE and COMMIT in one round trip
//
// Statements of plugins run with the rights of their role: SET LOCAL ROLE travels with them wherever the role
// changes, and costs no round trip of its own.
//
// The first error dooms the transaction: every later call throws, and the destructor rolls back.
class Transaction {
public:
    // company is a uuid in its 36-character form (std::invalid_argument otherwise); without it the
    // transaction is unbound, which only the host may do.
    explicit Transaction(Pool& pool, std::optional<std::string_view> company = std::nullopt);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    // Sends what is queued and binds it to another company, or to none: for rows of the host that belong to
    // several.
    void bindTo(std::optional<std::string_view> company);

    // Also binds it to these business units (uuids; none: all): rows of other units are invisible. To be
    // called before the first query.
    void limitTo(std::span<const std::string> businessUnits);

    // All reads use one snapshot, that of the first query (REPEATABLE READ). Only for transactions that only
    // read; to be called before the first query.
    void readOneSnapshot() noexcept { oneSnapshot_ = true; }

    // Requests the snapshot with the first query or the proof; for transactions with readOneSnapshot().
    void tellSnapshot() noexcept { tellsSnapshot_ = true; }
    // The snapshot requested with tellSnapshot(); empty before the first query.
    const std::string& snapshot() const noexcept { return snapshot_; }

    // Lets COMMIT return before the data is on disk: what rests on it must wait for the Flusher.
    void groupCommit() noexcept { groupsCommit_ = true; }

    // After this instant no statement is started (DeadlinePassed), and the server cancels a running one
    // (57014). Without it, each statement has the pool's time limit. To be called before the first query.
    void endBy(std::chrono::steady_clock::time_point deadline) noexcept { deadline_ = deadline; }

    // Assumes that the first query is the only one: the end of the transaction is sent with it, and the
    // connection is free when its rows arrive. A second query throws AskedAgain. To be called before the
    // first query, for transactions that only read and can be run again.
    void endWithFirstQuery() noexcept { endsWithFirst_ = true; }
    bool askedAgain() const noexcept { return askedAgain_; }
    // Number of round trips for queries so far.
    std::uint16_t queries() const noexcept { return queries_; }

    // An assumption of the caller, and the statement that shows whether it still holds. The statement is sent
    // with the first query, before the binding; `holds` gets its rows. When it returns false, that query
    // throws ProofFailed and its rows are discarded. The Proof must live until then.
    struct Proof {
        std::string_view sql;
        std::vector<std::string> params;
        std::function<bool(const Rows&)> holds;
        bool tellsSnapshot = false; // the last column of its row is pg_current_snapshot()
        bool given = false;         // it has held
    };
    void proveWith(Proof& proof) noexcept { proof_ = &proof; }
    // Runs the proof now if no query has done so.
    void prove();

    // Sends the queued writes and this statement, and returns its rows. `role`: the role of the plugin whose
    // statement it is; the statement runs only with its rights. The view must live as long as the
    // transaction.
    Rows query(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    Rows query(std::string_view sql, std::initializer_list<Param> params);

    // Several statements in one round trip.
    std::vector<Rows> queryMany(std::span<const Statement> statements);
    std::vector<Rows> queryMany(std::initializer_list<Statement> statements);

    // Passes each row to the function as it arrives: for exports. Sends queued writes first.
    void stream(std::string_view sql, std::span<const Param> params,
                const std::function<void(const Rows&)>& row);

    // Queues a write without a result; its error appears at the next query or at the end. Text is copied.
    void send(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    void send(std::string_view sql, std::initializer_list<Param> params);

    // Prefetches: queues a read whose rows are kept for one later query with the same text, parameters and
    // role, which then needs no round trip. A query of that text with other parameters drops the rows. Only
    // for rows that cannot change meanwhile: rows that the read locks, or that this transaction does not
    // write.
    void askAhead(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    void askAhead(std::string_view sql, std::initializer_list<Param> params);
    // The same for a statement whose locks or writes must precede the statements queued after it: the later
    // query sends the queue in order, whereas that of askAhead moves its statement to the end.
    void askInOrder(std::string_view sql, std::initializer_list<Param> params);
    // Drops prefetched rows that no query has taken, because their locks or writes were undone.
    void forgetAsked() { asked_.clear(); }

    // Queues a write to a hot row; `merge` says which become one. Late writes run after all others,
    // ordered by orderKey (and, for one key, in the order in which they came), so that such locks are short
    // and always taken in the same order.
    void sendLate(std::string_view orderKey, std::string_view sql, std::span<const Param> params = {},
                  std::string_view role = {}, const Merge& merge = {});
    void sendLate(std::string_view orderKey, std::string_view sql, std::initializer_list<Param> params,
                  const Merge& merge = {});

    // Starts a statement and returns a number with which collect() returns its rows, once. When the statement
    // is large or follows large writes, the server works on it while the caller goes on; small ones are sent
    // with the next query. Only one batch of statements runs at a time.
    std::uint64_t start(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    // Throws std::invalid_argument for an unknown or already collected number.
    Rows collect(std::uint64_t started);

    // Sends the queued writes and waits for them; flushLate sends the late writes as well.
    void flush();
    void flushLate();

    // Queued writes, late writes and COMMIT in one round trip. When it returns the data is on disk, unless
    // groupCommit() was called.
    void commit();
    // The same with statements between the late writes and COMMIT; returns their rows. For the statements
    // that give out positions, so that the company's row is locked only during the last round trip.
    std::vector<Rows> commitWith(std::span<const Statement> statements);
    std::vector<Rows> commitWith(std::initializer_list<Statement> statements);
    Rows commitWith(std::string_view sql, std::initializer_list<Param> params);

    // Rolls back, and waits until the locks are released. Never throws.
    void rollback() noexcept;
    // Ends a transaction that has only read, without waiting for the server. Never throws.
    void endRead() noexcept;

    // The company it is bound to, or empty.
    const std::string& company() const noexcept { return company_; }
    // Still usable: neither ended nor failed.
    bool active() const noexcept { return state_ == State::Open; }

private:
    static constexpr std::size_t MostLateBeforeMerge = 4096;
    // Size of the queued statements' text from which start() sends them at once.
    static constexpr std::size_t SentAtOnce = 32768;
    enum class State { Open = 1, Asked, Failed, Ended };
    using Queued = QueuedWrite;

    static Queued copy(std::string_view orderKey, std::string_view sql, std::span<const Param> params,
                       std::string_view role);
    std::vector<Rows> run(std::span<const Statement> statements, bool withLate, bool withCommit,
                          bool beginsAnyway = false);
    // The statements that run() sends at once.
    struct Pipeline {
        std::vector<Statement> all;
        // What `all` refers to; it must not move before the pipeline has run.
        std::vector<Param> proofParams;
        std::vector<std::vector<Param>> views; // parameters of the queued writes
        bool tellsSnapshot = false;
        bool ends = false; // with ROLLBACK
    };
    void addBegin(Pipeline& pipeline);
    void addQueued(Pipeline& pipeline, bool withLate) const;
    void addEnd(Pipeline& pipeline, bool withCommit) const;
    std::vector<Rows> runAll(const Pipeline& pipeline);
    std::string timeLimit();
    struct AsRoles {
        std::vector<Statement> sent;
        std::vector<std::size_t> wanted; // positions of the results that the caller wants
        std::vector<std::string> texts;  // storage for the views in `sent`
        std::string_view role;           // after the last statement
    };
    AsRoles asRoles(std::span<const Statement> all) const;
    std::vector<Rows> runAsRoles(std::span<const Statement> all);
    std::vector<Rows> runOnce(std::span<const Statement> all);
    void tellIfDenied(const Error& error, std::span<const Statement> all) const;
    void weigh(const Rows& rows);
    std::optional<Rows> takeAsked(std::string_view sql, std::span<const Param> params, std::string_view role);
    void requireOpen();
    void sendQueue();
    void settle();
    void keepRows(Queued& queued, Rows&& rows);
    void drop() noexcept;

    Pool& pool_;
    std::string company_;
    std::string binding_;
    std::string limit_;
    std::string_view role_; // current role on the server; empty: the host's
    Lease lease_;
    bool begun_ = false;
    bool sent_ = false; // BEGIN was sent; it may have failed
    bool oneSnapshot_ = false;
    bool tellsSnapshot_ = false;
    bool groupsCommit_ = false;
    bool endsWithFirst_ = false;
    bool askedAgain_ = false;
    std::uint16_t queries_ = 0;
    std::string snapshot_;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::chrono::milliseconds statementTime_{0}; // statement timeout set on the server
    Proof* proof_ = nullptr;                     // not sent yet
    State state_ = State::Open;
    std::vector<Queued> queue_;
    std::size_t queuedBytes_ = 0;
    std::vector<std::pair<Queued, Rows>> asked_; // prefetched rows
    // Statements sent whose results were not read yet.
    struct UnderWay {
        std::vector<Queued> queue;
        std::vector<Statement> all;
        AsRoles asRoles;
    };
    std::optional<UnderWay> underWay_;
    std::uint64_t nextStarted_ = 1;
    std::vector<std::pair<std::uint64_t, Rows>> started_; // results that have arrived
    std::vector<Queued> late_;
    std::size_t mergeLateAt_ = MostLateBeforeMerge;
};

} // namespace svc::host::db
