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
    bool committed = false; // by Transaction::groupCommit
    std::string snapshot;   // of all that it read, as text; empty: it may have seen whatever is there
};

struct FlusherCounters {
    std::uint64_t flushes = 0;
    std::uint64_t waits = 0; // requests that had to wait
    std::uint64_t waitMicros = 0;
    std::uint64_t failedWaits = 0; // ended with the connection
};

// Makes durable what transactions with groupCommit() have committed, for all requests of a host together, on
// a connection of its own. Such a transaction is seen by others before it is on disk, and a crash of the
// server may take it back: so nothing that rests on it may leave the service before wait() has returned.
//
//     const Flusher::Life life = flusher.begin();  // before the first statement of the request
//     …                                            // transactions, which give their connections back at once
//     flusher.wait(life, seen);                    // before its answer is sent
//
// A flush is the COMMIT of a small transaction with synchronous_commit = on. It writes one record to the log,
// since PostgreSQL flushes for nobody who has written nothing, and its COMMIT returns when the log up to
// there, and so every commit before it, by any host, is on disk and on the synchronous standbys. One flush
// serves all who came before it began; the next one begins when it has ended and somebody waits.
//
// A reader waits only when its snapshot shows a transaction that was not yet seen ended when the last flush
// began. Any host's, for snapshots are the server's: so hosts need to know nothing of each other.
//
// A life lasts from the making of the connection to its loss. Within one life the server has not crashed, or
// the connection would have ended; therefore wait() throws once the life is over in which the request began,
// even though the next flush succeeds: it may be that of a server that knows nothing of the request's commit.
//
// Any thread may use it.
class Flusher {
public:
    using Life = std::uint64_t;

    // Connects in the background, again and again while the server is away.
    explicit Flusher(ConnectionOptions options);
    // Ends the waits that are left with ConnectionLost.
    ~Flusher();
    Flusher(const Flusher&) = delete;
    Flusher& operator=(const Flusher&) = delete;

    // The present life. Throws ConnectionLost when there is none for a second.
    Life begin();
    // Returns when all that was seen is durable. Throws ConnectionLost, as a lost COMMIT does, when that
    // cannot be known any more.
    void wait(Life life, const Seen& seen);
    // 0: the connection is lost.
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
    std::condition_variable asked_;          // a round, or the end
    std::condition_variable served_;         // a round has ended, or a life has begun or ended
    std::unique_ptr<Connection> connection_; // of the thread alone
    Life life_ = 0;                          // 0: none now
    Life lives_ = 0;
    std::string reason_ = "the connection that makes commits durable is not there yet";
    Snapshot durable_;         // what the last flush has made durable in this life
    std::uint64_t begun_ = 0;  // rounds
    std::uint64_t ended_ = 0;  // the last round that has served its waiters
    std::uint64_t wanted_ = 0; // somebody waits for this round
    bool flushWanted_ = false; // by one of them who knows that there is something to flush
    bool stopping_ = false;
    FlusherCounters counters_;
    std::thread thread_; // last: it uses all the others
};

} // namespace svc::host::db
