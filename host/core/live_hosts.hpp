#pragma once

#include "host/db/pool.hpp"

#include <svc/id.hpp>

#include <atomic>

namespace svc::host {

/// Counts the hosts that serve the database. Each writes a heartbeat row every few seconds and counts the
/// recent rows of the others.
class LiveHosts {
public:
    /// The pool must outlive it.
    LiveHosts(db::Pool& pool, Uuid self) : pool_(pool), self_(self) {}

    /// Writes the heartbeat; to be called every few seconds. Throws db::Error when the database does not
    /// answer; the last count is kept then.
    void beat();
    /// Deregisters this host.
    void leave() noexcept;

    /// The number of live hosts, at least 1. Thread-safe.
    int count() const noexcept { return count_.load(std::memory_order_relaxed); }

private:
    db::Pool& pool_;
    Uuid self_;
    std::atomic<int> count_{1};
};

} // namespace svc::host
