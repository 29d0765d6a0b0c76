#pragma once

#include <memory>
#include <optional>

#include "host/config/config.hpp"
#include "host/db/embedded.hpp"
#include "host/db/migrator.hpp"
#include "host/db/plugin_rights.hpp"
#include "host/db/roles.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::app {

/// For commands that need the data of a service: throws std::runtime_error when the data folder holds no
/// private cluster, so that a mistyped SVC_DATA does not become a new service.
void requireData(const config::Config& configuration);

/// Options of a connection that reads the whole database: without time limits, because years of data take
/// long and the reader may pause.
db::ConnectionOptions readerOptions(const db::Login& backup, const std::string& applicationName);

/// The database of the configuration: the private cluster, or an external server.
class Database {
public:
    /// Starts the private cluster (or, with `mayShare`, uses the one that a running service has started), or
    /// prepares the server named in the configuration. Throws std::runtime_error with a sentence that says
    /// what to do.
    /// `plugins`: whose roles the database must have.
    static Database open(const config::Config& configuration, bool mayShare,
                         const std::vector<db::PluginRights>& plugins);

    const db::Access& access() const { return access_; }
    /// The private cluster of this process; null otherwise.
    db::EmbeddedServer* server() const { return server_.get(); }

    /// Throws std::runtime_error when no migration was ever applied: there is nothing to read.
    void requireSchema() const;

    /// Called with a set that cannot be applied; returns true to go on with the others.
    using FailedMigration = std::function<bool(const db::MigrationSet&, const std::string& reason)>;

    /// Applies pending migrations and logs each file. Without `failed` the first failure is thrown. `reached`
    /// is called at the points of config::StopPoints.
    void migrate(const std::vector<db::MigrationSet>& sets, std::optional<db::Phase> phase = std::nullopt,
                 const FailedMigration& failed = {},
                 const std::function<void(std::string_view)>& reached = {}) const;
    /// Grants the roles of plugins their rights. Call it after the migrations and installLists().
    void grantRights(const plugin::PluginSet& plugins) const;
    /// Installs the triggers of the lists that plugins declare. Call it after the migrations. Returns the
    /// plugins that declare a wrong list, each with the first one.
    std::vector<plugin::Refusal> installLists(const plugin::PluginSet& plugins) const;
    /// `failed` is called with a set whose files do not fit what was applied; without it such sets count as
    /// not pending, and rehearse() reports them.
    std::vector<db::PendingMigration> pending(const std::vector<db::MigrationSet>& sets,
                                              std::optional<db::Phase> phase = std::nullopt,
                                              const FailedMigration& failed = {}) const;

    /// Tries what is pending in a transaction that is rolled back; why sets would fail.
    std::vector<std::string> rehearse(const std::vector<db::MigrationSet>& sets,
                                      std::optional<db::Phase> phase = std::nullopt) const;

    /// Creates the partitions of the days around an instant in the future.
    void makePartitions(std::int64_t nowMicros) const;
    /// Creates the partitions of the coming days and drops those that are out of date.
    void keepPartitions(std::int64_t nowMicros) const;

private:
    db::Access access_;
    std::unique_ptr<db::EmbeddedServer> server_;
};

} // namespace svc::host::app
