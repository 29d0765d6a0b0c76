#include "host/core/schedules.hpp"

#include <string>

#include "host/core/catalogue.hpp"
#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

constexpr std::chrono::milliseconds BetweenLooks{500};
/// Time between two scans of all companies for missing schedules.
constexpr std::chrono::seconds BetweenScans{2};

constexpr std::string_view AddMissing =
    "INSERT INTO svc.schedule (company_id, plugin, name, next_at)"
    " SELECT c.company_id, k.plugin, k.name, $3 FROM svc.company c"
    " CROSS JOIN unnest($1::text[], $2::text[]) AS k (plugin, name)"
    " WHERE NOT EXISTS (SELECT FROM svc.schedule s WHERE s.company_id = c.company_id AND s.plugin = k.plugin"
    " AND s.name = k.name) ON CONFLICT DO NOTHING";
constexpr std::string_view FileDue =
    "WITH due AS (SELECT s.company_id, s.plugin, s.name, s.next_at, k.every, k.outside FROM svc.schedule s"
    " JOIN unnest($1::text[], $2::text[], $4::bigint[], $5::boolean[]) AS k (plugin, name, every, outside)"
    " ON k.plugin = s.plugin AND k.name = s.name"
    " WHERE s.next_at <= $3 ORDER BY s.next_at LIMIT 1000 FOR UPDATE OF s SKIP LOCKED),"
    " moved AS (UPDATE svc.schedule s SET last_at = $3,"
    " next_at = $3::timestamptz + due.every * interval '1 microsecond' FROM due"
    " WHERE s.company_id = due.company_id AND s.plugin = due.plugin AND s.name = due.name)"
    " INSERT INTO svc.job (company_id, id, plugin, name, kind, key, due_at, created_at, outside)"
    " SELECT company_id, gen_random_uuid(), plugin, name, name, 'schedule:' || next_at, $3, $3, outside"
    " FROM due ON CONFLICT (company_id, plugin, name, key) DO NOTHING";

/// The declared recurring jobs, as parallel PostgreSQL arrays.
struct Kinds {
    std::string plugins = "{";
    std::string names = "{";
    std::string everyMicros = "{";
    std::string outside = "{";
};

Kinds kindsOf(const Catalogue& catalogue) {
    Kinds kinds;
    const auto add = [](std::string& array, const std::string& element) {
        array += (array.size() > 1 ? "," : "") + element;
    };
    for (const JobKind& kind : catalogue.jobs()) {
        if (const auto every = kind.every.empty() ? std::nullopt : parseDuration(kind.every)) {
            add(kinds.plugins, kind.plugin);
            add(kinds.names, kind.name.substr(kind.plugin.size() + 1));
            add(kinds.everyMicros, std::to_string(*every));
            add(kinds.outside, kind.outside ? "t" : "f");
        }
    }
    for (std::string* array : {&kinds.plugins, &kinds.names, &kinds.everyMicros, &kinds.outside}) {
        *array += '}';
    }
    return kinds;
}

} // namespace

bool Schedules::fileDue() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || SteadyClock::now() < nextLook_) {
        return false;
    }
    const bool filed = look();
    nextLook_ = filed ? SteadyClock::time_point() : SteadyClock::now() + BetweenLooks;
    return filed;
}

void Schedules::lookSoon() {
    const std::lock_guard lock(mutex_);
    nextLook_ = nextScan_ = SteadyClock::time_point();
}

bool Schedules::look() {
    const Kinds kinds = kindsOf(services_.catalogue);
    const std::string now = services_.clock.now().toSql();
    db::Transaction transaction(services_.pool);
    if (SteadyClock::now() >= nextScan_) {
        transaction.send(AddMissing, {kinds.plugins, kinds.names, now});
        nextScan_ = SteadyClock::now() + BetweenScans;
    }
    const db::Rows rows =
        transaction.commitWith(FileDue, {kinds.plugins, kinds.names, now, kinds.everyMicros, kinds.outside});
    return rows.affected() > 0;
}

} // namespace svc::host
