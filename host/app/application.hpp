#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "host/app/database.hpp"
#include "host/app/installation.hpp"
#include "host/app/master_key.hpp"
#include "host/app/stop_point.hpp"
#include "host/auth/plugin_secret_store.hpp"
#include "host/config/config.hpp"
#include "host/config/countries.hpp"
#include "host/config/plans.hpp"
#include "host/core/public_links.hpp"
#include "host/core/services.hpp"
#include "host/db/flusher.hpp"
#include "host/db/pool.hpp"
#include "host/mail/outbox.hpp"
#include "host/openapi/contract.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::app {

/// The file of the master key, unless the environment holds the key.
std::filesystem::path masterKeyFile(const config::Config& configuration);

/// Thrown by openDatabase(Pending::Await).
class MigrationsPending : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What openDatabase() does about pending migrations.
enum class Pending {
    Apply = 1,
    Await,  ///< MigrationsPending: an administrator applies them before the start
    Refuse, ///< std::runtime_error: a command beside the service changes no schema
    Leave
};

/// The parts of the host that every command of svc-host needs, put together in the order in which they depend
/// on each other. What only `serve` needs (server, workers) is in serve_command.cpp.
class Application {
public:
    /// Finds the installation, loads and binds the plugins, reads their contracts. No thread is started and
    /// no database is touched. Throws config::ConfigError or plugin::Refused.
    explicit Application(config::Config configuration);
    /// The same with plugins that were discovered already.
    Application(config::Config configuration, Installation installation, plugin::PluginSet discovered);
    ~Application();

    /// Opens the database. Afterwards services() works.
    /// `mayShare`: a private PostgreSQL that another process runs may be used.
    void openDatabase(Pending pending, bool mayShare);
    /// From here on requests share the flush of their commits, unless the configuration disables that.
    void groupCommits();

    const config::Config& configuration() const { return configuration_; }
    const Installation& installation() const { return installation_; }
    const config::Countries& countries() const { return countries_; }
    const config::Plans& plans() const { return plans_; }
    plugin::PluginSet& plugins() { return plugins_; }
    Catalogue& catalogue() { return catalogue_; }
    Clock& clock() { return clock_; }
    Database& database() { return *database_; }
    Services& services() { return *services_; }
    /// Available once the database is open.
    const MasterKey& masterKey() const { return *masterKey_; }
    const PublicLinks& publicLinks() const { return *publicLinks_; }

    /// The address at which clients reach the service, without a final slash.
    std::string publicUrl() const { return configuration_.publicUrl(port_.load()); }
    /// Sets the port that was bound, for configurations that leave it open.
    void servesOn(std::uint16_t port) { port_.store(port); }
    const mail::Outbox& outbox() const { return *outbox_; }
    const auth::PluginSecretStore& pluginSecrets() const { return *pluginSecrets_; }

    /// The contract of the host and of every loaded plugin, in this order.
    const std::vector<openapi::Contract>& contracts() const { return contracts_; }
    /// Contracts of plugins that are installed but not enabled.
    std::vector<openapi::Contract> disabledContracts() const;
    /// Ids of the enabled plugins.
    std::vector<std::string> modules() const;
    /// The migrations of the host and the plugins, dependencies first.
    std::vector<db::MigrationSet> migrations() const;

    /// Options of a further connection pool besides that of the requests, with the same role.
    db::PoolOptions poolOptions(std::size_t size) const;

    /// Reads the offset of the testing clock (testing.clock), so that all hosts have the same time.
    void readClockOffset();

private:
    void refuseClashes();
    void bindPlugins();
    void takeContracts();
    void migrate();
    void awaitMigrated();
    void leaveOut(const std::vector<plugin::Refusal>& failed);
    void refusePending() const;
    void checkEvent(const EventType& type, const Json& data) const;

    config::Config configuration_;
    Installation installation_;
    config::Countries countries_;
    config::Plans plans_;
    plugin::PluginSet plugins_;
    Catalogue catalogue_;
    StopPoint stopPoint_;
    Clock clock_;
    Json hostContract_; ///< openapi.yaml of the host, without the settings that plugins declare
    std::vector<openapi::Contract> contracts_; ///< of the host first, then of the loaded plugins
    std::optional<Database> database_;
    std::unique_ptr<db::Pool> pool_;
    std::unique_ptr<db::Flusher> flusher_;
    std::optional<MasterKey> masterKey_;
    std::unique_ptr<CursorSealer> cursors_;
    std::unique_ptr<PublicLinks> publicLinks_;
    std::atomic<std::uint16_t> port_;
    std::unique_ptr<Services> services_;
    std::unique_ptr<auth::PluginSecretStore> pluginSecrets_;
    std::unique_ptr<mail::Outbox> outbox_;
};

} // namespace svc::host::app
