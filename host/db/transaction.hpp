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

// What a transaction was begun on does not hold any more (Transaction::Proof).
class ProofFailed : public std::runtime_error {
public:
    ProofFailed() : std::runtime_error("what the transaction took for granted does not hold") {}
};

// A transaction that was to end with its first query was asked for more; it must be begun again as a whole.
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

    // Binds it to these business units too (uuids, as for the company; none: all): rows of others are as if
    // they were not there. Before the first query.
    void limitTo(std::span<const std::string> businessUnits);

    // What it reads is of one instant, that of the first query; before that one. For those that only read.
    void readOneSnapshot() noexcept { oneSnapshot_ = true; }

    // Asks with the first query, or with the proof, what it sees; for one of one snapshot.
    void tellSnapshot() noexcept { tellsSnapshot_ = true; }
    // Of one that was asked so; empty before.
    const std::string& snapshot() const noexcept { return snapshot_; }

    // Lets COMMIT return before the data is on disk: what rests on it must wait for the Flusher.
    void groupCommit() noexcept { groupsCommit_ = true; }

    // After this instant no statement begins (DeadlinePassed), and one that runs is cancelled by the server
    // (57014). Without it, each statement has the time of the pool. Before the first query.
    void endBy(std::chrono::steady_clock::time_point deadline) noexcept { deadline_ = deadline; }

    // Takes the first query for the only one: the end of the transaction travels with it, and the connection
    // is free when its rows are here. Whatever is asked afterwards throws AskedAgain. Before the first query,
    // for those that only read and can begin again.
    void endWithFirstQuery() noexcept { endsWithFirst_ = true; }
    bool askedAgain() const noexcept { return askedAgain_; }
    // Queries until now: how many times the server was waited for.
    std::uint16_t queries() const noexcept { return queries_; }

    // What the caller takes for granted, and the statement that shows whether it still holds. It travels with
    // the first query, before the binding; `holds` is given its rows. When it returns false, that query
    // throws ProofFailed, and its rows are seen by nobody. It must live until then.
    struct Proof {
        std::string_view sql;
        std::vector<std::string> params;
        std::function<bool(const Rows&)> holds;
        bool tellsSnapshot = false; // the last column of its row is pg_current_snapshot()
        bool given = false;         // it did hold
    };
    void proveWith(Proof& proof) noexcept { proof_ = &proof; }
    // Of a transaction that had no query: asks now.
    void prove();

    // Sends the queued writes and this statement, and returns the rows of this one.
    // `role`: of the plugin whose statement it is, and with whose rights alone it runs; it must live as long
    // as the transaction.
    Rows query(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    Rows query(std::string_view sql, std::initializer_list<Param> params);

    // Several statements in one round trip.
    std::vector<Rows> queryMany(std::span<const Statement> statements);
    std::vector<Rows> queryMany(std::initializer_list<Statement> statements);

    // Gives each row to the function as it comes: for exports. Queued writes are sent before.
    void stream(std::string_view sql, std::span<const Param> params,
                const std::function<void(const Rows&)>& row);

    // Queues a write whose rows nobody needs; its error appears at the next query or at the end. Text is
    // copied.
    void send(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    void send(std::string_view sql, std::initializer_list<Param> params);

    // Queues a read: its rows are kept for the query of the same text, parameters and role, once, which then
    // needs no round trip of its own. A query of that text with other parameters drops them. For what nobody
    // can change: rows that it locks, or that the same transaction leaves alone.
    void askAhead(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    void askAhead(std::string_view sql, std::initializer_list<Param> params);
    // The same for a statement that locks or writes what must come before whatever is queued behind it: its
    // query sends the queue as it stands, where that of askAhead takes its statement out and sends it last.
    void askInOrder(std::string_view sql, std::initializer_list<Param> params);
    // Drops the rows that were asked ahead and that no query has taken: what they locked or wrote was undone.
    void forgetAsked() { asked_.clear(); }

    // Queues a write to a hot row; `merge` says which become one. Late writes run after all others,
    // ordered by orderKey (and, for one key, in the order in which they came), so that such locks are short
    // and always taken in the same order.
    void sendLate(std::string_view orderKey, std::string_view sql, std::span<const Param> params = {},
                  std::string_view role = {}, const Merge& merge = {});
    void sendLate(std::string_view orderKey, std::string_view sql, std::initializer_list<Param> params,
                  const Merge& merge = {});

    // Begins a statement and returns a number to collect() its rows by, once. The server works on it while
    // the caller goes on when it is large or comes after large writes; small ones travel with the next query.
    // One batch of statements is under way at a time.
    std::uint64_t start(std::string_view sql, std::span<const Param> params = {}, std::string_view role = {});
    // Throws std::invalid_argument for a number that is not waited for.
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

    // Undoes everything, and waits until the locks are gone. Never throws.
    void rollback() noexcept;
    // Ends a transaction that has only read: nobody waits for the server. Never throws.
    void endRead() noexcept;

    // The company it is bound to, or empty.
    const std::string& company() const noexcept { return company_; }
    // Still usable: neither ended nor failed.
    bool active() const noexcept { return state_ == State::Open; }

private:
    static constexpr std::size_t MostLateBeforeMerge = 4096;
    // Text of queued statements from which start() does not wait for the next query.
    static constexpr std::size_t SentAtOnce = 32768;
    enum class State { Open = 1, Asked, Failed, Ended };
    using Queued = QueuedWrite;

    static Queued copy(std::string_view orderKey, std::string_view sql, std::span<const Param> params,
                       std::string_view role);
    std::vector<Rows> run(std::span<const Statement> statements, bool withLate, bool withCommit,
                          bool beginsAnyway = false);
    std::string timeLimit();
    struct AsRoles {
        std::vector<Statement> sent;
        std::vector<std::size_t> wanted; // places of the answers that were asked for
        std::vector<std::string> texts;  // that `sent` sees
        std::string_view role;           // at the end
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
    std::string_view role_; // that the server has taken; empty: the host's
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
    std::chrono::milliseconds statementTime_{0}; // of the server, now
    Proof* proof_ = nullptr;                     // not asked for yet
    State state_ = State::Open;
    std::vector<Queued> queue_;
    std::size_t queuedBytes_ = 0;
    std::vector<std::pair<Queued, Rows>> asked_; // ahead
    // Sent, and not heard of yet.
    struct UnderWay {
        std::vector<Queued> queue;
        std::vector<Statement> all;
        AsRoles asRoles;
    };
    std::optional<UnderWay> underWay_;
    std::uint64_t nextStarted_ = 1;
    std::vector<std::pair<std::uint64_t, Rows>> started_; // whose rows are here
    std::vector<Queued> late_;
    std::size_t mergeLateAt_ = MostLateBeforeMerge;
};

} // namespace svc::host::db
