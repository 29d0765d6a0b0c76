#include "host/app/database.hpp"

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "host/core/clock.hpp"
#include "host/db/connection.hpp"
#include "host/db/list_installer.hpp"
#include "host/db/partitions.hpp"
#include "host/db/pooling.hpp"
#include "host/log/log.hpp"

namespace svc::host::app {
namespace {

db::MigratorOptions migratorOptions(std::optional<db::Phase> phase) {
    db::MigratorOptions options;
    options.phase = phase;
    options.now = [] { return Clock().now().toSql(); };
    options.log = [](const std::string& sentence) { log::info({}, sentence); };
    return options;
}

/// Runs `work` as the owner for each table that is partitioned by day.
template <class Work>
void withPartitions(const db::Login& login, const Work& work) {
    db::ConnectionOptions options;
    options.login = login;
    db::Connection owner(options);
    // One host at a time; the lock is released with the connection.
    owner.query("SELECT pg_advisory_lock(hashtextextended('svc.partitions', 0))");
    for (const db::DayPartitioned& table : db::hostPartitions()) {
        work(owner, table);
    }
}

} // namespace

void requireData(const config::Config& configuration) {
    std::error_code ignored;
    const std::filesystem::path cluster = configuration.dataFolder / "postgres" / "data" / "PG_VERSION";
    if (configuration.database.embedded && !std::filesystem::exists(cluster, ignored)) {
        throw std::runtime_error("there is no data of a service in " + configuration.dataFolder.string() +
                                 "; SVC_DATA names the folder");
    }
}

db::ConnectionOptions readerOptions(const db::Login& backup, const std::string& applicationName) {
    db::ConnectionOptions options;
    options.login = backup;
    options.applicationName = applicationName;
    options.statementTimeout = std::chrono::milliseconds(0);
    options.idleInTransactionTimeout = std::chrono::milliseconds(0);
    return options;
}

Database Database::open(const config::Config& configuration, bool mayShare,
                        const std::vector<db::PluginRights>& plugins) {
    Database database;
    std::vector<std::string> roles;
    for (const db::PluginRights& plugin : plugins) {
        roles.push_back(plugin.role);
    }
    if (!configuration.database.embedded) {
        db::requireOwnSessions(configuration.database.url);
        db::bootstrapDatabase({configuration.database.url, {}}, false, roles);
        database.access_ = db::accessThrough(configuration.database.url);
        return database;
    }
    // The service must own its cluster: a shared one would end with the other process.
    if (mayShare) {
        if (const auto running = db::EmbeddedServer::attach(configuration.dataFolder)) {
            database.access_ = *running;
            return database;
        }
    }
    db::EmbeddedOptions options;
    options.dataFolder = configuration.dataFolder;
    options.pluginRoles = std::move(roles);
    options.log = [](const std::string& sentence) { log::info({}, sentence); };
    database.server_ = db::EmbeddedServer::start(std::move(options));
    database.access_ = database.server_->access();
    return database;
}

void Database::requireSchema() const {
    db::ConnectionOptions options;
    options.login = access_.owner;
    if (!db::Connection(options).query("SELECT to_regclass('svc.company')").cell(0, 0)) {
        throw std::runtime_error("the database is empty: nothing was migrated yet, so there is no data. "
                                 "svc-host serve, or svc-host migrate, makes the tables");
    }
}

void Database::migrate(const std::vector<db::MigrationSet>& sets, std::optional<db::Phase> phase,
                       const FailedMigration& failed,
                       const std::function<void(std::string_view)>& reached) const {
    db::MigratorOptions options = migratorOptions(phase);
    options.failed = failed;
    options.reached = reached;
    db::Migrator(access_.owner, options).apply(sets);
}

void Database::grantRights(const plugin::PluginSet& plugins) const {
    db::grantPluginRights(access_.owner, plugins.rights());
}

std::vector<plugin::Refusal> Database::installLists(const plugin::PluginSet& plugins) const {
    std::vector<plugin::Refusal> refusals;
    std::vector<std::string> schemas;
    for (const auto& plugin : plugins.loaded()) {
        schemas.push_back(plugin->declaration.schema());
    }
    db::installLists(
        access_.owner, schemas, plugins.lists(), [](const std::string& sentence) { log::info({}, sentence); },
        [&](const ListDeclaration& list, const std::string& reason) {
            const plugin::Declaration& owner = plugins.ownerOf(list);
            if (refusals.empty() || refusals.back().id != owner.id) {
                refusals.push_back({owner.id, "plugin " + owner.id + ": " + owner.placeOf(list) + reason});
            }
        });
    return refusals;
}

std::vector<db::PendingMigration> Database::pending(const std::vector<db::MigrationSet>& sets,
                                                    std::optional<db::Phase> phase,
                                                    const FailedMigration& failed) const {
    db::MigratorOptions options = migratorOptions(phase);
    options.failed = failed ? failed : [](const db::MigrationSet&, const std::string&) { return true; };
    return db::Migrator(access_.owner, options).pending(sets);
}

std::vector<std::string> Database::rehearse(const std::vector<db::MigrationSet>& sets,
                                            std::optional<db::Phase> phase) const {
    return db::Migrator(access_.owner, migratorOptions(phase)).rehearse(sets);
}

void Database::makePartitions(std::int64_t nowMicros) const {
    withPartitions(access_.owner, [&](db::Connection& owner, const db::DayPartitioned& table) {
        db::makePartitions(owner, table, nowMicros);
    });
}

void Database::keepPartitions(std::int64_t nowMicros) const {
    withPartitions(access_.owner, [&](db::Connection& owner, const db::DayPartitioned& table) {
        db::keepPartitions(owner, table, nowMicros);
    });
}

} // namespace svc::host::app
