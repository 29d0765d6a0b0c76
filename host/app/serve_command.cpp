#include "host/app/serve_command.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

#include "host/api/context.hpp"
#include "host/api/demonstration.hpp"
#include "host/app/application.hpp"
#include "host/app/background_loops.hpp"
#include "host/app/clock_watch.hpp"
#include "host/app/command_line.hpp"
#include "host/app/drain_deadline.hpp"
#include "host/app/mail_service.hpp"
#include "host/app/maintenance.hpp"
#include "host/app/openapi_document.hpp"
#include "host/app/operator_alarm.hpp"
#include "host/app/outbound_service.hpp"
#include "host/app/permission_refusals.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/app/server_options.hpp"
#include "host/app/service_manager.hpp"
#include "host/app/start_check.hpp"
#include "host/app/testing_clock.hpp"
#include "host/app/webhook_service.hpp"
#include "host/app/work_metrics.hpp"
#include "host/auth/gatekeeper.hpp"
#include "host/auth/key_requests.hpp"
#include "host/core/job_worker.hpp"
#include "host/core/live_hosts.hpp"
#include "host/db/pool.hpp"
#include "host/db/transaction.hpp"
#include "host/http/server.hpp"
#include "host/log/log.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds ClockPause{10};

/// Blocks SIGTERM, SIGINT and SIGHUP, which waitForEnd() takes; every other thread inherits the blocked mask.
sigset_t blockSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    return signals;
}

/// Returns when the service is told to stop; on SIGHUP it reloads the certificate.
void waitForEnd(const sigset_t& signals, http::Server& server) {
    for (int signal = 0; signal != SIGTERM && signal != SIGINT;) {
        if (sigwait(&signals, &signal) == 0 && signal == SIGHUP) {
            server.reloadCertificate();
        }
    }
}

/// Writes the file atomically: under another name, then renamed.
void writePrivateFile(const fs::path& file, const std::string& text) {
    const fs::path temporary = file.string() + ".new";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool written = descriptor >= 0 &&
                         ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         ::fsync(descriptor) == 0;
    const int reason = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    if (!written) {
        throw std::runtime_error(file.string() + " cannot be written: " + std::strerror(reason));
    }
    fs::rename(temporary, file);
}

void warnOfExceptions(const config::Config& configuration) {
    if (configuration.testing.clock) {
        log::warning({},
                     "testing.clock is set: anybody on this machine can move the clock. Never in production");
    }
    if (configuration.testing.stopAt) {
        log::warning({}, "testing.stopAt is set: the service kills itself at " +
                             configuration.testing.stopAt->point);
    }
    if (configuration.testing.lightPasswords) {
        log::warning({}, "testing.lightPasswords is set: stored passwords can be guessed from their hashes. "
                         "Never in production");
    }
    if (configuration.testing.validate) {
        log::warning({}, "testing.validate is set: an answer that differs from its schema becomes a 500");
    }
    if (!configuration.webhooks.allow.empty()) {
        log::warning({}, "webhooks.allow is set: webhooks may reach private addresses");
    }
}

void warnOfNotes(const std::vector<config::Mistake>& notes) {
    for (const config::Mistake& note : notes) {
        log::warning({}, note.text());
    }
}

http::Handlers pluginHandlers(Application& application, const std::string& id) {
    http::Handlers handlers;
    for (const auto& plugin : application.plugins().loaded()) {
        if (plugin->declaration.id == id) {
            for (auto& [operationId, handler] : application.plugins().handlers(*plugin)) {
                handlers.emplace(operationId, handler);
            }
        }
    }
    return handlers;
}

auth::KeyRequest toKeyRequest(http::RequestRecord record) {
    auth::KeyRequest request;
    request.company = record.company;
    request.key = record.key;
    request.requestId = std::move(record.requestId);
    request.at = record.at;
    request.method = std::move(record.method);
    request.path = std::move(record.path);
    request.status = record.status;
    if (!record.code.empty()) {
        request.message = std::move(record.code);
    }
    request.durationMs = static_cast<int>(record.durationMicros / 1000);
    if (!record.idempotencyKey.empty()) {
        request.idempotencyKey = std::move(record.idempotencyKey);
    }
    request.address = std::move(record.address);
    return request;
}

Services withPool(const Services& all, db::Pool& pool) {
    Services own{pool,     all.clock, all.catalogue,  all.cursors,  all.planLimit,
                 all.wake, all.log,   all.checkEvent, all.stopPoint};
    own.refused = all.refused;
    std::tie(own.outbound, own.count, own.secrets) = std::tie(all.outbound, all.count, all.secrets);
    return own;
}

/// One for each thread that works in a transaction, one for every eight that work outside of one, and one for
/// the claims of each.
std::size_t connectionsFor(const config::JobsConfig& jobs) {
    return jobs.threads + jobs.outside / 8 + 2;
}

/// The running service: what `serve` adds to the application.
class Service {
public:
    explicit Service(Application& application)
        : application_(application),
          gatekeeper_(application.services(), application.modules(), &application.publicLinks()),
          keyRequests_(application.services().pool, keyRequestOptions()),
          api_(application.services(), application.countries(), application.outbox(), apiOptions()),
          tls_(webhooks::makeTlsContext(
              application.configuration().webhooks.caFile.value_or(fs::path()).string())),
          outbound_(application, tls_, metrics_),
          jobPool_(application.poolOptions(connectionsFor(application.configuration().jobs))),
          jobServices_(withPool(application.services(), jobPool_)),
          worker_(
              jobServices_, [this](const Uuid& id) { return gatekeeper_.company(id); },
              application.configuration().jobs.threads),
          outsideWorker_(
              jobServices_, [this](const Uuid& id) { return gatekeeper_.company(id); },
              application.configuration().jobs.outside, JobQueue::Owner::Outside),
          mail_(
              application.services(), application.outbox(),
              mailOptions(application, metrics_, [this](const Uuid& id) { return gatekeeper_.company(id); })),
          loops_(application.services(), application.plugins().lists(), api_.imports),
          webhooks_(application, tls_, metrics_, [this](const Uuid& id) { return gatekeeper_.company(id); }),
          liveHosts_(application.services().pool, newUuid(application.clock().now())),
          server_(withRecord(serverOptions(application)), application.services(), gatekeeper_, metrics_),
          alarm_(application.configuration().operatorOf.email,
                 application.configuration().publicUrl(application.configuration().server.port),
                 application.outbox()),
          clockWatch_(
              [&application] { return clockDifference(application); },
              [this](bool differs, const std::string& sentence) { tellOfClocks(differs, sentence); }) {
        application.services().wake = [this](const Filed& filed) { wake(filed); };
        jobServices_.wake = application.services().wake;
        for (const std::string& plugin : application.modules()) {
            refusals_.expect(plugin);
        }
        application.services().refused = [this](const std::string& plugin, const std::string& permission,
                                                const std::string& why) {
            refusals_.tell(plugin, permission, why);
        };
        jobServices_.refused = application.services().refused;
        metrics_.collect([this](log::Exposition& out) { reportWork(out, application_); });
        addRoutes();
    }

    http::Server& server() { return server_; }

    void start() {
        api_.maker.initialiseCompanies();
        liveHosts_.beat();
        server_.start();
        application_.servesOn(server_.port());
        makeFirstCompany();
        server_.announce();
        worker_.start();
        outsideWorker_.start();
        loops_.start();
        mail_.start();
        webhooks_.worker().start();
        upkeep_.emplace("the hourly upkeep", std::chrono::hours(1), [this] {
            application_.database().keepPartitions(application_.clock().now().micros());
        });
        heartbeat_.emplace("the heartbeat", std::chrono::seconds(5), [this] { liveHosts_.beat(); });
        clockWatch_.check();
        clockCheck_.emplace("the comparison of the clocks", ClockPause, [this] { clockWatch_.check(); });
    }

    void stop() {
        server_.drain(std::chrono::seconds(application_.configuration().server.drainSeconds));
        upkeep_.reset();
        clockCheck_.reset();
        heartbeat_.reset();
        liveHosts_.leave();
        worker_.stop();
        outsideWorker_.stop();
        loops_.stop();
        webhooks_.worker().stop();
        mail_.stop();
        keyRequests_.flush();
    }

    /// The address of the service from this machine.
    std::string ownUrl() const {
        const config::ServerConfig& server = application_.configuration().server;
        const bool any = server.address == "0.0.0.0" || server.address == "::";
        const std::string host = any                                             ? "127.0.0.1"
                                 : server.address.find(':') != std::string::npos ? '[' + server.address + ']'
                                                                                 : server.address;
        return (server.tls ? "https://" : "http://") + host + ':' + std::to_string(server_.port());
    }

    std::string url() const { return application_.configuration().publicUrl(server_.port()); }

private:
    static auth::KeyRequestWriter::Options keyRequestOptions() {
        auth::KeyRequestWriter::Options options;
        options.log = [](const std::string& sentence) { log::warning({}, sentence); };
        return options;
    }

    api::ApiOptions apiOptions() {
        const config::Config& configuration = application_.configuration();
        api::ApiOptions options;
        options.signup = configuration.security.signup;
        options.modules = application_.modules();
        options.standardPlan = application_.plans().standard().name;
        options.codeSealer = auth::Sealer(application_.masterKey().derive("one-time codes"));
        options.publicUrl = [this] { return url(); };
        options.creationOf = [this](std::string_view kind) { return creationOf(kind); };
        options.keyRequests = &keyRequests_;
        return options;
    }

    const openapi::Operation* creationOf(std::string_view kind) const {
        const std::string path = "/companies/{companyId}/" + std::string(kind);
        for (const openapi::Contract& contract : application_.contracts()) {
            for (const openapi::Operation& operation : contract.operations()) {
                if (operation.method == "POST" && operation.path == path) {
                    return &operation;
                }
            }
        }
        return nullptr;
    }

    http::ServerOptions withRecord(http::ServerOptions options) {
        options.record = [this](http::RequestRecord record) {
            keyRequests_.record(toKeyRequest(std::move(record)));
        };
        options.spoolFolder = application_.configuration().dataFolder;
        options.hosts = [this] { return liveHosts_.count(); };
        return options;
    }

    http::Handlers hostHandlers() {
        http::Handlers handlers = api::apiHandlers(api_);
        handlers.merge(webhooks_.handlers());
        return handlers;
    }

    void addRoutes() {
        for (const openapi::Contract& contract : application_.contracts()) {
            server_.addRoutes(contract, contract.plugin() == "host"
                                            ? hostHandlers()
                                            : pluginHandlers(application_, contract.plugin()));
        }
        for (const openapi::Contract& contract : application_.disabledContracts()) {
            server_.addDisabledRoutes(contract);
        }
        if (application_.configuration().testing.clock) {
            server_.addRoutes(testingContract(), {{"advanceClock", testingClock(application_, runDue())}});
        }
    }

    void tellOfClocks(bool differ, const std::string& sentence) const {
        if (differ) {
            alarm_.begins("Wrong clock", sentence);
        } else {
            alarm_.ends("Clock right again", sentence);
        }
    }

    bool anyCompanyExists() {
        db::Transaction transaction(application_.services().pool);
        const bool any = !transaction.query("SELECT 1 FROM svc.company LIMIT 1", {}).empty();
        transaction.endRead();
        return any;
    }

    void wake(const Filed& filed) {
        if (filed.jobs) {
            worker_.wake();
        }
        if (filed.outsideJobs) {
            outsideWorker_.wake();
        }
        if (filed.deliveries) {
            webhooks_.worker().wake();
        }
        if (filed.mail) {
            mail_.wake();
        }
        loops_.wake(filed);
    }

    /// For the testing clock: runs all due work in a loop, because jobs file other jobs and deliveries, and
    /// deliveries that fail for good file jobs.
    std::function<void()> runDue() {
        return [this] {
            worker_.runDue();
            outsideWorker_.runDue();
            webhooks_.worker().runDue();
            worker_.runDue();
            outsideWorker_.runDue();
            mail_.runDue();
        };
    }

    /// Creates the demonstration company of an empty database. Its keys are written to disk before the
    /// commit; after a crash in between the file names a company that does not exist, and the next start
    /// creates another one.
    void makeFirstCompany() {
        if (anyCompanyExists()) {
            return;
        }
        const fs::path file = application_.configuration().dataFolder / "first-run.json";
        api::Demonstration::Order order = api::Demonstration::firstStart(url());
        order.beforeCommit = [&](const Json& keys) {
            writePrivateFile(file, keys.dump() + '\n');
            application_.services().reached(config::StopPoints::FirstCompany);
        };
        api::Demonstration(application_.services(), api_.maker).make(order);
        log::info({}, "the demonstration company is made; its keys are in " + file.string());
    }

    Application& application_;
    auth::DatabaseGatekeeper gatekeeper_;
    auth::KeyRequestWriter keyRequests_;
    api::ApiContext api_;
    log::Metrics metrics_;
    PermissionRefusals refusals_{metrics_};
    webhooks::TlsContext tls_; ///< shared: loading the system's authorities is slow
    OutboundService outbound_;
    db::Pool jobPool_; ///< slow jobs take no connection from requests
    Services jobServices_;
    JobWorker worker_;
    JobWorker outsideWorker_;
    mail::MailWorker mail_;
    BackgroundLoops loops_;
    WebhookService webhooks_;
    LiveHosts liveHosts_;
    http::Server server_;
    std::optional<Maintenance> upkeep_;
    OperatorAlarm alarm_;
    ClockWatch clockWatch_;
    std::optional<Maintenance> clockCheck_;
    std::optional<Maintenance> heartbeat_;
};

} // namespace

int serveCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {});
    arguments.requireNoRest("serve");
    const sigset_t signals = blockSignals();
    ServiceManager manager;
    DrainDeadline deadline; // outlives all parts that may fail to end
    StartCheck check = checkStart(arguments.option("config").value_or(""), Asks::Start);
    requireGood(check);
    Application application(std::move(check.configuration), std::move(check.installation),
                            std::move(check.plugins));
    warnOfExceptions(application.configuration());
    warnOfNotes(check.notes);
    try {
        application.openDatabase(
            application.configuration().database.migratesAtStart ? Pending::Apply : Pending::Await, false);
    } catch (const MigrationsPending& error) {
        std::cerr << "svc-host: " << error.what() << '\n';
        return 3;
    }
    application.groupCommits();
    {
        Service service(application);
        service.start();
        std::cout << "ready " + service.url() + '\n' << std::flush;
        manager.ready();
        manager.watch(service.ownUrl());
        waitForEnd(signals, service.server());
        manager.stopping();
        deadline.begin(std::chrono::seconds(application.configuration().server.drainSeconds));
        log::info({}, "stopping: no new requests, running ones are finished");
        service.stop();
    }
    log::info({}, "stopped");
    return 0;
}

int migrateCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config", "phase"}, {"dry-run"});
    arguments.requireNoRest("migrate");
    std::optional<db::Phase> phase;
    if (const auto name = arguments.option("phase")) {
        if (*name != "expand" && *name != "contract") {
            throw UsageError("--phase is expand or contract");
        }
        phase = *name == "expand" ? db::Phase::Expand : db::Phase::Contract;
    }
    Application application(loadConfiguration(arguments.option("config").value_or("")));
    const Database database =
        Database::open(application.configuration(), true, application.plugins().rights());
    const std::vector<db::PendingMigration> pending = database.pending(application.migrations(), phase);
    std::vector<std::string> failed;
    std::vector<std::string> withoutSchema;
    // The migrations of a refused plugin are unknown, so the command fails.
    for (const plugin::Refusal& refusal : application.plugins().refusals()) {
        failed.push_back(refusal.id + ": " + refusal.reason);
    }
    for (const db::PendingMigration& migration : pending) {
        std::cout << migration.plugin << ' ' << migration.number << ' ' << migration.name << '\n';
    }
    if (arguments.flag("dry-run")) {
        for (std::string& reason : database.rehearse(application.migrations(), phase)) {
            failed.push_back(std::move(reason));
        }
        std::cout << pending.size() << " migrations would be applied\n";
    } else {
        database.migrate(application.migrations(), phase,
                         [&](const db::MigrationSet& set, const std::string& reason) {
                             failed.push_back(reason);
                             withoutSchema.push_back(set.plugin);
                             return set.plugin != "host";
                         });
        const std::size_t left =
            failed.empty() ? 0 : database.pending(application.migrations(), phase).size();
        // Only schemas that were migrated can have lists: plugins whose migrations failed are left out.
        for (const std::string& id : withoutSchema) {
            application.plugins().refuse(id, "its migrations failed", application.configuration());
        }
        for (const plugin::Refusal& refusal : database.installLists(application.plugins())) {
            failed.push_back(refusal.reason);
            application.plugins().refuse(refusal.id, refusal.reason, application.configuration());
        }
        database.grantRights(application.plugins());
        database.keepPartitions(application.clock().now().micros());
        std::cout << pending.size() - left << " migrations applied\n";
    }
    for (const std::string& reason : failed) {
        std::cout << "refused: " << reason << '\n';
    }
    return failed.empty() ? 0 : 3;
}

int openapiCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {});
    arguments.requireNoRest("openapi");
    Application application(loadConfiguration(arguments.option("config").value_or("")));
    std::cout << openapiDocument(application) << '\n';
    return 0;
}

} // namespace svc::host::app
