#pragma once

#include "host/db/connection.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace svc::host::db {

struct PoolOptions {
    ConnectionOptions connection;
    // Eight are best on two cores; more are slower. hosts × size must stay below max_connections.
    std::size_t size = 8;
    std::chrono::milliseconds acquireTimeout{5000};
};

struct PoolCounters {
    std::size_t size = 0;    // the most there may be
    std::size_t open = 0;    // connections that exist
    std::size_t inUse = 0;   // handed out now
    std::size_t waiting = 0; // callers that wait now
    std::uint64_t acquired = 0;
    std::uint64_t waits = 0; // acquisitions that had to wait
    std::uint64_t waitMicros = 0;
    std::uint64_t timeouts = 0;
    std::uint64_t connects = 0;
    std::uint64_t connectFailures = 0;
    std::uint64_t discarded = 0;
};

class Pool;

// A connection on loan; goes back by itself. The pool must outlive it.
class Lease {
public:
    Lease() = default;
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease();

    Connection& operator*() const noexcept { return *connection_; }
    Connection* operator->() const noexcept { return connection_.get(); }
    explicit operator bool() const noexcept { return connection_ != nullptr; }
    void giveBack() noexcept;

private:
    friend class Pool;
    Lease(Pool& pool, std::unique_ptr<Connection> connection) noexcept;

    Pool* pool_ = nullptr;
    std::unique_ptr<Connection> connection_;
};

// A bounded set of connections. Work is limited here, not by threads: callers wait their turn, first come
// first served. Any thread may use it.
class Pool {
public:
    explicit Pool(PoolOptions options);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    // Throws PoolTimeout when none becomes free in time, ConnectionLost when the server stays away that long.
    Lease acquire();
    Lease acquire(std::chrono::milliseconds timeout);

    // A connection from the server afresh: used after a kept one turned out to be dead.
    void discardIdle() noexcept;

    PoolCounters counters() const;

private:
    friend class Lease;
    void takeBack(std::unique_ptr<Connection> connection) noexcept;

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::db
