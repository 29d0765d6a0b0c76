#include "host/app/application.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "host/api/attachment_archive.hpp"
#include "host/api/attachment_store.hpp"
#include "host/api/company_contract.hpp"
#include "host/api/embedded.hpp"
#include "host/api/manifest.hpp"
#include "host/api/security_notices.hpp"
#include "host/app/key_record.hpp"
#include "host/auth/password.hpp"
#include "host/auth/secret_commands.hpp"
#include "host/core/asked_numbers.hpp"
#include "host/core/event_listeners.hpp"
#include "host/core/provider_accounts.hpp"
#include "host/db/transaction.hpp"
#include "host/http/pipeline/service_routes.hpp"
#include "host/log/log.hpp"
#include "host/openapi/validator.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

log::Level levelOf(int syslogLevel) {
    if (syslogLevel <= 3) {
        return log::Level::Error;
    }
    if (syslogLevel == 4) {
        return log::Level::Warning;
    }
    return syslogLevel >= 7 ? log::Level::Debug : log::Level::Info;
}

} // namespace

fs::path masterKeyFile(const config::Config& configuration) {
    return configuration.security.masterKeyFile.value_or(configuration.dataFolder / "master.key");
}

Application::Application(config::Config configuration)
    : Application(configuration, Installation::find(configuration),
                  Installation::find(configuration).discover()) {}

Application::Application(config::Config configuration, Installation installation,
                         plugin::PluginSet discovered)
    : configuration_(std::move(configuration)), installation_(std::move(installation)),
      countries_(config::Countries::load(installation_.countries)),
      plans_(config::Plans::load(installation_.plans)), plugins_(std::move(discovered)),
      stopPoint_(configuration_.testing.stopAt), port_(configuration_.server.port) {
    auth::setLightHashes(configuration_.testing.lightPasswords);
    plugins_.select(configuration_);
    plugins_.load(configuration_);
    refuseClashes();
    for (const plugin::Refusal& notice : plugins_.notices()) {
        log::warning({}, "a folder of plugins is passed by: " + notice.reason);
    }
    for (const plugin::Refusal& refusal : plugins_.refusals()) {
        log::error({}, "plugin " + refusal.id + " is not used: " + refusal.reason);
    }
    bindPlugins();
    takeContracts();
}

void Application::refuseClashes() {
    hostContract_ = config::YamlDocument::parse(api::contractText(), "host/openapi.yaml").root().toJson();
    Catalogue own;
    api::declareHost(own);
    api::addCompanyFieldNames(own, hostContract_);
    own.offerOwnCommands();
    const openapi::Contract host = openapi::Contract::parse("host", hostContract_);
    const openapi::Contract service = http::serviceContract();
    plugins_.refuseClashes(own, {&host, &service}, configuration_);
}

void Application::bindPlugins() {
    catalogue_ = Catalogue();
    api::declareHost(catalogue_);
    api::addCompanyFieldNames(catalogue_, hostContract_);
    plugins_.bind(catalogue_);
    catalogue_.offerOwnCommands();
}

void Application::takeContracts() {
    contracts_.push_back(openapi::Contract::parse(
        "host", api::withCompanySettings(hostContract_, catalogue_.companySettings())));
    for (const auto& plugin : plugins_.loaded()) {
        contracts_.push_back(std::move(*plugin->contract));
        plugin->contract.reset();
    }
}

Application::~Application() {
    plugins_.stop();
}

std::vector<openapi::Contract> Application::disabledContracts() const {
    std::vector<openapi::Contract> contracts;
    for (const auto& [id, declaration] : plugins_.found()) {
        const std::vector<std::string> used = modules();
        if (std::find(used.begin(), used.end(), id) != used.end()) {
            continue;
        }
        try {
            contracts.push_back(openapi::Contract::parse(id, plugin::readContract(declaration.contract)));
        } catch (const std::runtime_error&) {
            continue; // the contract of a refused plugin may be invalid too
        }
    }
    return contracts;
}

std::vector<std::string> Application::modules() const {
    std::vector<std::string> ids;
    for (const auto& plugin : plugins_.loaded()) {
        ids.push_back(plugin->declaration.id);
    }
    return ids;
}

std::vector<db::MigrationSet> Application::migrations() const {
    std::vector<db::MigrationSet> sets{{"host", "svc", installation_.hostMigrations}};
    const auto ofPlugins = plugins_.migrations();
    sets.insert(sets.end(), ofPlugins.begin(), ofPlugins.end());
    return sets;
}

/// The same as migrate() for a database that somebody else has migrated. What only the phase `contract` does
/// may follow later, when no host of the version before runs any more.
void Application::awaitMigrated() {
    std::vector<plugin::Refusal> failed;
    const auto pending = [&](db::Phase phase) {
        failed.clear();
        return database_->pending(migrations(), phase,
                                  [&](const db::MigrationSet& set, const std::string& reason) {
                                      failed.push_back({set.plugin, reason});
                                      return set.plugin != "host";
                                  });
    };
    const std::size_t contracting = pending(db::Phase::Contract).size();
    const std::vector<db::PendingMigration> expanding = pending(db::Phase::Expand);
    if (!expanding.empty()) {
        const db::PendingMigration& first = expanding.front();
        throw MigrationsPending("migrations-pending:" + first.plugin + ':' + std::to_string(first.number) +
                                ": " + std::to_string(expanding.size()) +
                                " migrations of this version are not applied: run svc-host migrate --phase "
                                "expand, then start again");
    }
    if (contracting > 0) {
        log::info({}, std::to_string(contracting) +
                          " migrations of the phase contract are not applied: when no host of the version "
                          "before runs any more, run svc-host migrate --phase contract");
    }
    for (plugin::Refusal& refusal : failed) {
        refusal.reason = "plugin " + refusal.id + ": " + refusal.reason;
    }
    leaveOut(failed);
}

/// Leaves out a plugin whose schema cannot be migrated; the others run.
void Application::migrate() {
    std::vector<plugin::Refusal> failed;
    database_->migrate(
        migrations(), std::nullopt,
        [&](const db::MigrationSet& set, const std::string& reason) {
            failed.push_back({set.plugin, reason});
            return set.plugin != "host";
        },
        [this](std::string_view point) { stopPoint_.reached(point); });
    for (plugin::Refusal& refusal : failed) {
        refusal.reason = "plugin " + refusal.id + ": " + refusal.reason;
    }
    leaveOut(failed);
}

void Application::leaveOut(const std::vector<plugin::Refusal>& failed) {
    if (failed.empty()) {
        return;
    }
    const std::size_t known = plugins_.refusals().size();
    for (const plugin::Refusal& refusal : failed) {
        plugins_.refuse(refusal.id, refusal.reason, configuration_);
    }
    for (std::size_t i = known; i < plugins_.refusals().size(); ++i) {
        const plugin::Refusal& refusal = plugins_.refusals()[i];
        log::error({}, "plugin " + refusal.id + " is not used: " + refusal.reason);
    }
    bindPlugins();
    const std::vector<std::string> used = modules();
    std::erase_if(contracts_, [&used](const openapi::Contract& contract) {
        return contract.plugin() != "host" &&
               std::find(used.begin(), used.end(), contract.plugin()) == used.end();
    });
}

void Application::refusePending() const {
    const std::vector<db::PendingMigration> pending = database_->pending(migrations(), db::Phase::Expand);
    if (!pending.empty()) {
        const db::PendingMigration& first = pending.front();
        throw std::runtime_error("migrations are pending (" + std::to_string(pending.size()) +
                                 ", the first is " + first.plugin + ' ' + std::to_string(first.number) + ' ' +
                                 first.name +
                                 "): start the service, or run svc-host migrate, then try again");
    }
}

void Application::openDatabase(Pending pending, bool mayShare) {
    std::error_code failure;
    std::error_code ignored;
    if (fs::create_directories(configuration_.dataFolder, failure)) {
        // The private PostgreSQL runs as another user when the host is root: that user may pass through the
        // folder, but not list it.
        fs::permissions(configuration_.dataFolder, fs::perms::owner_all | fs::perms::others_exec, ignored);
    }
    if (failure || !fs::is_directory(configuration_.dataFolder, ignored)) {
        throw std::runtime_error("SVC_DATA: cannot make the data folder " +
                                 configuration_.dataFolder.string() + ": " +
                                 (failure ? failure.message() : "it is no folder"));
    }
    database_ = Database::open(configuration_, mayShare, plugins_.rights());
    if (pending == Pending::Refuse) {
        refusePending();
    }
    if (pending == Pending::Leave) {
        database_->requireSchema();
    }
    const bool serves = pending == Pending::Apply || pending == Pending::Await;
    if (pending == Pending::Apply) {
        migrate();
    }
    if (pending == Pending::Await) {
        awaitMigrated();
    }
    if (serves) {
        leaveOut(database_->installLists(plugins_));
    }
    database_->grantRights(plugins_);
    db::PoolOptions options = poolOptions(configuration_.database.pool);
    options.companyPercent = configuration_.server.companyShare;
    // Callers that wait longer get 503 before any work starts.
    options.acquireTimeout = std::chrono::seconds(1);
    pool_ = std::make_unique<db::Pool>(options);
    db::assertRestricted(*pool_->acquire());
    masterKey_ = recordedMasterKey(*pool_, clock_, masterKeyFile(configuration_));
    cursors_ = std::make_unique<CursorSealer>(masterKey_->deriveList("cursors"));
    publicLinks_ = std::make_unique<PublicLinks>(masterKey_->deriveList("public links"));
    api::offerAttachmentArchive(catalogue_);
    api::offerAttachments(catalogue_);
    offerAskedNumbers(catalogue_);
    offerEventListeners(catalogue_);
    offerProviderAccounts(catalogue_);
    offerPublicLinks(catalogue_, *publicLinks_, [this] { return publicUrl(); });
    auth::offerSignatures(catalogue_,
                          auth::Signer(masterKey_->derive(MasterKey::SigningPurpose), masterKey_->retired()));
    services_ = std::make_unique<Services>(Services{*pool_, clock_, catalogue_, *cursors_, {}, {}, {}, {}});
    pluginSecrets_ =
        std::make_unique<auth::PluginSecretStore>(auth::Sealer(masterKey_->derive("secrets of plugins")));
    services_->secrets = pluginSecrets_.get();
    services_->planLimit = [this](const std::string& plan, const std::string& limit) {
        const config::Plan* found = plans_.find(plan);
        return (found == nullptr ? plans_.standard() : *found).allowed(limit);
    };
    services_->log = [](int level, const std::string& requestId, const std::string& plugin,
                        std::string_view message) {
        log::write(levelOf(level), requestId, message, {{"plugin", Json(plugin)}});
    };
    if (stopPoint_.set()) {
        services_->stopPoint = [this](std::string_view point) { stopPoint_.reached(point); };
    }
    if (configuration_.testing.validate) {
        services_->checkEvent = [this](const EventType& type, const Json& data) { checkEvent(type, data); };
    }
    outbox_ = std::make_unique<mail::Outbox>(*services_, auth::Sealer(masterKey_->derive("mail")));
    mail::offerMail(catalogue_, *outbox_);
    api::offerOwners(catalogue_);
    readClockOffset();
    if (serves) {
        database_->keepPartitions(clock_.now().micros());
    }
}

db::PoolOptions Application::poolOptions(std::size_t size) const {
    db::PoolOptions options;
    options.connection.login = database_->access().app;
    options.size = size;
    options.denied = [this](std::string_view role, const std::string& message) {
        for (const auto& plugin : plugins_.loaded()) {
            if (plugin->role == role && services_->refused) {
                services_->refused(plugin->declaration.id, "database", message);
            }
        }
    };
    return options;
}

void Application::groupCommits() {
    if (!configuration_.database.groupsCommits) {
        return;
    }
    db::ConnectionOptions options;
    options.login = database_->access().app;
    options.applicationName = "svc-host-flusher";
    flusher_ = std::make_unique<db::Flusher>(std::move(options));
    services_->flusher = flusher_.get();
}

void Application::readClockOffset() {
    db::Transaction transaction(*pool_);
    const db::Rows rows = transaction.query("SELECT micros FROM svc.clock_offset", {});
    std::int64_t offset = 0;
    if (!rows.empty()) {
        const std::string_view digits = rows.text(0, 0);
        std::from_chars(digits.data(), digits.data() + digits.size(), offset);
    }
    transaction.endRead();
    clock_.setOffset(configuration_.testing.clock ? offset : 0);
}

void Application::checkEvent(const EventType& type, const Json& data) const {
    for (const openapi::Contract& contract : contracts_) {
        if (contract.plugin() != type.module) {
            continue;
        }
        const openapi::Schema* schema = contract.schema(type.schema);
        if (schema == nullptr) {
            throw Fault("event " + type.type + ": its schema " + type.schema + " is not in openapi.yaml");
        }
        if (const auto mismatch = openapi::findMismatch(*schema, data)) {
            throw Fault("event " + type.type + " differs from its schema: " + *mismatch);
        }
    }
}

} // namespace svc::host::app
