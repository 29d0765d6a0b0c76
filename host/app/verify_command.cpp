#include "host/app/verify_command.hpp"

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <thread>

#include "host/app/application.hpp"
#include "host/app/command_line.hpp"
#include "host/app/installation.hpp"
#include "host/app/list_invariants.hpp"
#include "host/app/module_verification.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/app/verification.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::app {
namespace {

using Seconds = std::chrono::seconds;

/// Prints on standard error, every few seconds, which check runs and for how long, because a check of
/// millions of rows prints nothing until it finds a violation.
class Progress {
public:
    explicit Progress(std::size_t count) : count_(count), thread_([this] { loop(); }) {}
    ~Progress() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void begin(const std::string& name) {
        const std::lock_guard lock(mutex_);
        name_ = name;
        ++number_;
        since_ = std::chrono::steady_clock::now();
    }

private:
    void loop() {
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, Seconds(5), [this] { return done_; })) {
            const auto running =
                std::chrono::duration_cast<Seconds>(std::chrono::steady_clock::now() - since_);
            std::cerr << "checking " << number_ << " of " << count_ << ": " << name_ << " ("
                      << running.count() << " s)\n";
        }
    }

    std::size_t count_;
    std::size_t number_ = 0;
    std::string name_;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
    std::thread thread_;
};

/// The invariants of the host and the enabled plugins, without those that also read the schema of a plugin
/// that is not enabled.
std::vector<Invariant> invariantsOf(const config::Config& configuration) {
    const Installation installation = Installation::find(configuration);
    const auto plugins = installation.discover();
    std::vector<Invariant> all = readInvariants("host", installation.hostInvariants);
    std::vector<std::string> absent;
    for (const auto& [id, declaration] : plugins.found()) {
        if (configuration.plugins.find(id) == nullptr) {
            absent.push_back(declaration.schema());
            continue;
        }
        for (Invariant& invariant : readInvariants(id, declaration.invariants)) {
            all.push_back(std::move(invariant));
        }
        for (const ListDeclaration& list : declaration.lists) {
            for (Invariant& invariant : listInvariants(list)) {
                all.push_back(std::move(invariant));
            }
        }
    }
    std::erase_if(all, [&absent](const Invariant& invariant) {
        return std::any_of(absent.begin(), absent.end(), [&invariant](const std::string& schema) {
            return readsSchema(invariant.sql, schema);
        });
    });
    return all;
}

void requireCompany(const db::Login& login, const Uuid& company) {
    db::ConnectionOptions options;
    options.login = login;
    const std::string id = company.toString();
    if (db::Connection(options).query("SELECT FROM svc.company WHERE company_id = $1", {id}).empty()) {
        throw std::runtime_error("there is no such company: " + encodeId("com", company));
    }
}

/// Prints the statements of the checks as a psql script instead of running them.
void printStatements(const std::vector<Invariant>& invariants, const std::optional<Uuid>& company) {
    std::cout << OneSnapshot << ";\n";
    for (const Invariant& invariant : invariants) {
        std::cout << "-- " << invariant.sentence << '\n' << violationsOf(invariant, company) << ";\n";
    }
    std::cout << "COMMIT;" << std::endl;
}

} // namespace

int verifyCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config", "company"}, {"without-modules", "statements"});
    arguments.requireNoRest("verify");
    const std::optional<Uuid> company = companyOption(arguments);
    const config::Config configuration = loadConfiguration(arguments.option("config").value_or(""));
    const std::vector<Invariant> invariants = invariantsOf(configuration);
    if (arguments.flag("statements")) {
        printStatements(invariants, company);
        return 0;
    }
    requireData(configuration);
    // Plugins are loaded only for their checks in code.
    std::optional<Application> application;
    std::optional<Database> alone;
    std::vector<std::string> commands;
    if (arguments.flag("without-modules")) {
        alone.emplace(Database::open(configuration, true, {}));
        alone->requireSchema();
    } else {
        application.emplace(configuration);
        application->openDatabase(Pending::Leave, true);
        commands = verifyingCommands(*application);
    }
    const db::Access& access = (application ? application->database() : *alone).access();
    if (company) {
        requireCompany(access.backup, *company);
    }
    std::size_t violations = 0;
    std::size_t failures = 0;
    {
        Progress progress(invariants.size() + commands.size());
        Verification::Listener listener;
        listener.begin = [&](const Invariant& invariant) { progress.begin(invariant.name); };
        listener.violation = [&](const Invariant& invariant, const Violation& violation) {
            ++violations;
            std::cout << violation.company << ": " << invariant.name << ": " << violation.subject
                      << ": expected " << violation.expected << ", found " << violation.found << std::endl;
        };
        listener.failure = [&](const Invariant& invariant, const std::string& reason) {
            ++failures;
            std::cout << "-: " << invariant.name << ": cannot be checked: " << reason << std::endl;
        };
        Verification(access.backup).run(invariants, company, listener);
        if (application) {
            verifyModules(*application, commands, company, listener);
        }
    }
    std::cout << invariants.size() + commands.size() << " checks, " << violations << " violations";
    if (failures > 0) {
        std::cout << ", " << failures << " checks could not run";
    }
    std::cout << std::endl;
    return violations == 0 && failures == 0 ? 0 : 1;
}

} // namespace svc::host::app
