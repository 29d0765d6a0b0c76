#pragma once

#include "host/db/connection.hpp"
#include "host/db/snapshot.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace svc::host::db {

// What a request has done with the database, as far as its answer depends on it.
struct Seen {
    bool committed = false; // with Transaction::groupCommit
    std::string snapshot;   // of everything that it read, as text; empty: it may have seen any commit
};

struct FlusherCounters {
    std::uint64_t flushes = 0;
    std::uint64_t waits = 0; // requests that had to wait
    std::uint64_t waitMicros = 0;
    std::uint64_t failedWaits = 0; // ended by the loss of the connection
};

// Makes durable what transactions with groupCommit() have committed, for all requests of a host together, on
// a connection of its own. Such a transaction is seen by others before it is on disk, and a crash of the
// server may take it back: so nothing that rests on it may leave the service before wait() has returned.
//
//     const Flusher::Life life = flusher.begin();  // before the first statement of the request
//     …                                            // transactions, which give their connections back at once
//     flusher.wait(life, seen);                    // before its answer is sent
//
// A flush is the COMMIT of a small transaction with synchronous_commit = on. It writes one record to the WAL,
// because PostgreSQL does not flush for a transaction that has written nothing. Its COMMIT returns when the
// WAL up to there, and so every earlier commit of any host, is on disk and on the synchronous standbys. One
// flush serves all callers that came before it began; the next one begins when it has ended and somebody
// waits.
//
// A reader waits only when its snapshot shows a transaction that had not ended yet in the snapshot of the
// last flush. Snapshots belong to the server and cover the commits of every host, so hosts need not
// communicate.
//
// A life lasts from the opening of the connection to its loss. The server has not crashed within a life, or
// the connection would have been lost. When the life in which the request began is over, wait() throws even
// if the next flush succeeds, because the server may have lost the request's commit.
//
// Thread-safe.
class Flusher {
public:
    using Life = std::uint64_t;

    // Connects in the background, again and again while the server is away.
    explicit Flusher(ConnectionOptions options);
    // Ends remaining waits with ConnectionLost.
    ~Flusher();
    Flusher(const Flusher&) = delete;
    Flusher& operator=(const Flusher&) = delete;

    // The present life. Throws ConnectionLost when there is none for a second.
    Life begin();
    // Returns when everything in `seen` is durable. Throws ConnectionLost, as a lost COMMIT does, when that
    // is unknown.
    void wait(Life life, const Seen& seen);
    // 0: no connection.
    Life life() const;
    FlusherCounters counters() const;

private:
    void run();
    void connect(std::unique_lock<std::mutex>& lock);
    void serve(std::unique_lock<std::mutex>& lock);
    Snapshot flush();
    bool nothingNew();
    void lose(std::string reason);
    [[noreturn]] void refuse() const;

    const ConnectionOptions options_;
    mutable std::mutex mutex_;
    std::condition_variable asked_;          // signals: a round is wanted, or the end
    std::condition_variable served_;         // a round has ended, or a life has begun or ended
    std::unique_ptr<Connection> connection_; // used only by the thread
    Life life_ = 0;                          // 0: no connection
    Life lives_ = 0;
    std::string reason_ = "the connection that makes commits durable is not there yet";
    Snapshot durable_;         // commits known to be durable in this life
    std::uint64_t begun_ = 0;  // number of rounds started
    std::uint64_t ended_ = 0;  // the last round whose waiters were served
    std::uint64_t wanted_ = 0; // the latest round that somebody waits for
    bool flushWanted_ = false; // a waiter knows that there is something to flush
    bool stopping_ = false;
    FlusherCounters counters_;
    std::thread thread_; // last: it uses all the others
};

} // namespace svc::host::db
