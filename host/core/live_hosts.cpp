#include "host/core/live_hosts.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <exception>

namespace svc::host {
namespace {

// A host counts as live until it has missed three heartbeats. Rows of hosts that have been dead for an hour
// are deleted.
constexpr std::string_view Beat =
    "WITH gone AS (DELETE FROM svc.live_host WHERE seen_at < clock_timestamp() - interval '1 hour'),"
    " own AS (INSERT INTO svc.live_host (id, seen_at) VALUES ($1, clock_timestamp())"
    " ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at)"
    " SELECT 1 + count(*) FROM svc.live_host WHERE id <> $1 AND seen_at > clock_timestamp() - interval '15 "
    "s'";
constexpr std::string_view Leave = "DELETE FROM svc.live_host WHERE id = $1";

} // namespace

void LiveHosts::beat() {
    const db::Rows rows = pool_.acquire()->query(Beat, {self_.toString()});
    const auto hosts = parseInt64(rows.text(0, 0)).value_or(1);
    count_.store(static_cast<int>(std::clamp<std::int64_t>(hosts, 1, 1000)), std::memory_order_relaxed);
}

void LiveHosts::leave() noexcept {
    try {
        pool_.acquire()->query(Leave, {self_.toString()});
    } catch (const std::exception&) {
        return; // its row expires anyway
    }
}

} // namespace svc::host
