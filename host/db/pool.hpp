#pragma once

#include "host/db/connection.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace svc::host::db {

struct PoolOptions {
    ConnectionOptions connection;
    // Eight are best on two cores; more are slower. hosts × size must stay below max_connections.
    std::size_t size = 8;
    std::chrono::milliseconds acquireTimeout{5000};
    unsigned companyPercent = 100; // of the connections, that one company may hold
    // Called when PostgreSQL refuses a plugin's statement because the plugin's role lacks the right.
    std::function<void(std::string_view role, const std::string& message)> denied = {};
};

struct PoolCounters {
    std::size_t size = 0;    // maximum number of connections
    std::size_t open = 0;    // connections that exist
    std::size_t inUse = 0;   // handed out now
    std::size_t waiting = 0; // callers waiting now
    std::size_t share = 0;   // maximum that one company may hold
    std::uint64_t acquired = 0;
    std::uint64_t waits = 0; // acquisitions that had to wait
    std::uint64_t waitMicros = 0;
    std::uint64_t timeouts = 0;
    std::uint64_t shareTimeouts = 0; // those of them caused by the share of a company
    std::uint64_t connects = 0;
    std::uint64_t connectFailures = 0;
    std::uint64_t discarded = 0;
};

class Pool;

// A leased connection; its destructor returns it to the pool, which must outlive it.
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
    Lease(Pool& pool, std::unique_ptr<Connection> connection, std::string company) noexcept;

    Pool* pool_ = nullptr;
    std::string company_;
    std::unique_ptr<Connection> connection_;
};

// A bounded set of connections. It limits concurrency instead of the threads: callers queue. One company may
// hold only its share, so that others always find a connection; a connection that becomes free goes to the
// company that holds the fewest, and among equals to the longest waiting caller. Thread-safe.
class Pool {
public:
    explicit Pool(PoolOptions options);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    // Throws PoolTimeout when no connection becomes free in time, CompanyShareTaken when the reason is the
    // company's share, ConnectionLost when the server stays away that long. `company`: on whose behalf;
    // empty: no company.
    Lease acquire();
    Lease acquire(std::chrono::milliseconds timeout);
    Lease acquireFor(std::string_view company);

    // Closes all idle connections; called after one of them turned out to be dead.
    void discardIdle() noexcept;

    void tellDenied(std::string_view role, const std::string& message) const;

    PoolCounters counters() const;
    // Time limit of statements whose transaction sets none.
    std::chrono::milliseconds statementTimeout() const noexcept;

private:
    friend class Lease;
    Lease acquire(std::chrono::milliseconds timeout, std::string_view company);
    void takeBack(std::unique_ptr<Connection> connection, const std::string& company) noexcept;

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::db
