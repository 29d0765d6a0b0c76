#include "host/app/work_metrics.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <sys/stat.h>

#include <svc/text.hpp>

#include "host/db/transaction.hpp"

namespace svc::host::app {
namespace {

// Each part reads one small index. now() is used only to measure the difference of the clocks.
constexpr std::string_view WaitingJobs = "SELECT plugin, count(*), coalesce(extract(epoch FROM "
                                         "$1::timestamptz - min(due_at)), 0)::bigint FROM svc.job"
                                         " WHERE state = 'queued' AND due_at <= $1 GROUP BY plugin";
constexpr std::string_view FailedJobs = "SELECT count(*) FROM svc.job WHERE state = 'failed'";
constexpr std::string_view Deliveries = "SELECT count(*), coalesce(extract(epoch FROM $1::timestamptz -"
                                        " min(due_at)), 0)::bigint FROM svc.webhook_due WHERE due_at <= $1";
// The directory of webhooks is small: a company has a few.
constexpr std::string_view DisabledWebhooks = "SELECT count(*) FROM svc.webhook WHERE NOT enabled"
                                              " AND disabled_reason IS DISTINCT FROM 'user'";
// The role of the service may draw from the sequence, but not read its relation.
constexpr std::string_view JournalSize = "SELECT coalesce(pg_sequence_last_value('svc.event_number'), 0)";
constexpr std::string_view ServerClock = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

std::int64_t number(const db::Rows& rows, std::size_t row, std::size_t column) {
    return parseInt64(rows.text(row, column)).value_or(0);
}

/// Seconds since 1970; 0 when there is no such file.
std::int64_t modified(const std::filesystem::path& file) {
    struct stat state {};
    return ::stat(file.c_str(), &state) == 0 ? std::int64_t{state.st_mtim.tv_sec} : 0;
}

void gauge(log::Exposition& out, std::string_view name, std::string_view help, std::int64_t value) {
    out.family(name, "gauge", help);
    out.sample(name, {}, value);
}

} // namespace

std::optional<std::int64_t> clockDifference(Application& application) {
    const auto start = std::chrono::steady_clock::now();
    try {
        db::Transaction transaction(application.services().pool);
        const std::int64_t server = number(transaction.query(ServerClock, {}), 0, 0);
        const std::int64_t here = application.clock().now().micros() - application.clock().offset();
        transaction.endRead();
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(2)) {
            return std::nullopt;
        }
        return here - server;
    } catch (const std::exception&) {
        return std::nullopt; // /ready reports it
    }
}

void reportWork(log::Exposition& out, Application& application) {
    out.family("svc_plugin_info", "gauge", "Plugins of this host.");
    for (const auto& plugin : application.plugins().loaded()) {
        out.sample("svc_plugin_info",
                   {{"plugin", plugin->declaration.id}, {"version", plugin->declaration.version}},
                   std::int64_t{1});
    }
    out.family("svc_plugin_refused", "gauge", "Enabled plugins that are not used; the log tells why.");
    for (const plugin::Refusal& refusal : application.plugins().refusals()) {
        out.sample("svc_plugin_refused", {{"plugin", refusal.id}}, std::int64_t{1});
    }
    const std::string now = application.clock().now().toSql();
    const std::array<db::Param, 1> params{now};
    db::Transaction transaction(application.services().pool);
    const std::vector<db::Rows> rows = transaction.queryMany({{WaitingJobs, params},
                                                              {FailedJobs, {}},
                                                              {JournalSize, {}},
                                                              {ServerClock, {}},
                                                              {Deliveries, params},
                                                              {DisabledWebhooks, {}}});
    transaction.endRead();
    const std::int64_t real = application.clock().now().micros() - application.clock().offset();

    out.family("svc_jobs_due", "gauge", "Jobs that are due and wait.");
    std::map<std::string, std::int64_t> due;
    for (const std::string& plugin : application.modules()) {
        due[plugin] = 0;
    }
    std::int64_t oldest = 0;
    for (std::size_t row = 0; row < rows[0].count(); ++row) {
        due[std::string(rows[0].text(row, 0))] = number(rows[0], row, 1);
        oldest = std::max(oldest, number(rows[0], row, 2));
    }
    for (const auto& [plugin, count] : due) {
        out.sample("svc_jobs_due", {{"plugin", plugin}}, count);
    }
    gauge(out, "svc_jobs_oldest_seconds", "How long the oldest of them waits.", oldest);
    gauge(out, "svc_jobs_failed", "Jobs given up after their last attempt.", number(rows[1], 0, 0));
    gauge(out, "svc_deliveries_due", "Deliveries of webhooks that are due and wait.", number(rows[4], 0, 0));
    gauge(out, "svc_deliveries_oldest_seconds", "How long the oldest of them waits.", number(rows[4], 0, 1));
    gauge(out, "svc_webhooks_disabled", "Webhooks disabled after failed attempts.", number(rows[5], 0, 0));
    gauge(out, "svc_backup_verified_timestamp_seconds",
          "When the file backup-verified of the data folder was written; 0: never.",
          modified(application.configuration().dataFolder / "backup-verified"));
    gauge(out, "svc_event_number", "Number of the last event.", number(rows[2], 0, 0));
    gauge(out, "svc_clock_difference_seconds", "This host's clock less that of the database.",
          (real - number(rows[3], 0, 0)) / Instant::Second);
}

} // namespace svc::host::app
