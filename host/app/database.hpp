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

/// The database of the configuration: the private cluster, or a server of one's own.
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

    /// Told of a set that cannot be applied; true: the others are.
    using FailedMigration = std::function<bool(const db::MigrationSet&, const std::string& reason)>;

    /// Applies what is pending; logs each file. Without `failed` the first failure is thrown. `reached` is
    /// told the points of config::StopPoints.
    void migrate(const std::vector<db::MigrationSet>& sets, std::optional<db::Phase> phase = std::nullopt,
                 const FailedMigration& failed = {},
                 const std::function<void(std::string_view)>& reached = {}) const;
    /// Lets the roles of plugins do what they may, behind the migrations and the lists.
    void grantRights(const plugin::PluginSet& plugins) const;
    /// Puts the triggers of the lists that plugins declare into place, behind the migrations. Returns the
    /// plugins with a list that is wrong, each with the first of them.
    std::vector<plugin::Refusal> installLists(const plugin::PluginSet& plugins) const;
    std::vector<db::PendingMigration> pending(const std::vector<db::MigrationSet>& sets,
                                              std::optional<db::Phase> phase = std::nullopt) const;

    /// Tries what is pending in a transaction that is rolled back; why sets would fail.
    std::vector<std::string> rehearse(const std::vector<db::MigrationSet>& sets,
                                      std::optional<db::Phase> phase = std::nullopt) const;

    /// Creates the partitions of the days around an instant that is still to come.
    void makePartitions(std::int64_t nowMicros) const;
    /// Creates the partitions of the coming days and drops those that are out of date.
    void keepPartitions(std::int64_t nowMicros) const;

private:
    db::Access access_;
    std::unique_ptr<db::EmbeddedServer> server_;
};

} // namespace svc::host::app
