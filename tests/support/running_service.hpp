#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

#include <svc/json.hpp>

#include "support/database_reader.hpp"
#include "support/http_client.hpp"

namespace svc::test {

/// The configuration of a test service.
struct ServiceOptions {
    std::vector<std::string> plugins = {
        "partners",      "stock",         "treasury",         "ledger",     "sales",
        "timesheets",    "stays",         "purchases",        "documents",  "reports",
        "fr-accounting", "de-accounting", "ohada-accounting", "storefront", "bank",
        "receiving",     "compliance",    "integrations",     "console"};
    std::map<std::string, std::string> settings; ///< block of a plugin, as YAML; default {}
    std::vector<std::filesystem::path> pluginFolders;
    std::string server; ///< additional keys of `server`: "threads: 4, queue: 2"
    std::string extra;  ///< additional top-level lines of svc.yaml
    std::string database = "embedded";
    std::string databaseKeys; ///< additional keys of `database` with an address: "migrations: command"
    bool validate = true;     ///< validates answers and events against their schemas
    bool clock = true;        ///< enables POST /testing/clock
    std::string stopAt;       ///< testing.stopAt: the point where the host kills itself
    bool startNow = true;     ///< false: the test calls start() itself
    std::filesystem::path dataFolder; ///< kept when given, else a new one that is removed at the end
};

/// The real svc-host with its own data folder and private PostgreSQL, on a free port of 127.0.0.1.
class RunningService {
public:
    explicit RunningService(ServiceOptions options = {});
    ~RunningService();
    RunningService(const RunningService&) = delete;
    RunningService& operator=(const RunningService&) = delete;

    /// Starts (again) with the same data folder; throws an error with the output of the service when it does
    /// not become ready.
    void start();
    /// Sets the point where the host kills itself after the next start; empty: none.
    void setStopAt(const std::string& point) { options_.stopAt = point; }
    /// Starts and waits until the process ends by itself; returns 128 + signal when it was killed.
    int startUntilItEnds();
    /// Waits until the process has ended by itself.
    int waitUntilItEnds();
    /// Sends SIGTERM and waits; returns the exit code.
    int stop();
    void signal(int number) const;
    /// Sends SIGKILL and waits.
    void kill();
    bool running() const { return pid_ != 0; }
    pid_t pid() const { return pid_; }

    std::uint16_t port() const { return port_; }
    const std::filesystem::path& dataFolder() const { return dataFolder_; }
    std::filesystem::path configFile() const { return dataFolder_.string() + ".yaml"; }
    /// first-run.json of the demonstration company.
    const Json& firstRun() const { return firstRun_; }
    /// A value of first-run.json.
    std::string value(const std::string& name) const { return firstRun_.textOr(name); }
    /// "/companies/<id>" of the demonstration company, followed by `path`.
    std::string company(const std::string& path = {}) const {
        return "/companies/" + value("companyId") + path;
    }

    HttpClient client(const std::string& credential) const { return {"127.0.0.1", port_, credential}; }
    HttpClient live() const { return client(value("liveKey")); }
    HttpClient readOnly() const { return client(value("testKey")); }
    HttpClient anonymous() const { return client({}); }
    /// A client with a session of the demonstration company's owner.
    HttpClient owner() const;

    /// Runs svc-host with these arguments and the same configuration; returns its exit code and standard
    /// output.
    std::pair<int, std::string> command(const std::vector<std::string>& words) const;
    /// Creates another company with an unlimited plan and its own owner with `svc-host company create`;
    /// returns the JSON of first-run.json. Takes some seconds, because it starts that program.
    Json createCompany(const std::string& name, const std::string& country) const;
    /// Creates another company of the demonstration company's owner over HTTP, with the standard plan;
    /// returns the same JSON.
    Json foundCompany(const std::string& name, const std::string& country) const;
    /// The log of the service so far.
    std::string log() const;
    /// Rows of a statement that sees all companies, cells joined by '|'. With an external server the login
    /// must be a superuser.
    std::vector<std::string> sql(const std::string& statement) const;
    /// The violations found by the statements of `svc-host verify`, as rows of sql(): invariant, company,
    /// subject, expected, found.
    std::vector<std::string> unequalSums() const;
    /// Changes rows of a company as the owner of the private database.
    void change(const std::string& companyId, const std::string& statement) const;

private:
    void writeConfiguration() const;
    void spawnHost();
    void waitUntilReady();
    void removeFiles() const;
    std::string readerAddress() const;
    HttpClient ownerAgain() const;

    ServiceOptions options_;
    std::filesystem::path dataFolder_;
    bool temporary_ = false;
    pid_t pid_ = 0;
    std::uint16_t port_ = 0;
    Json firstRun_;
    mutable std::string ownerToken_; ///< of the owner's last session
    mutable DatabaseReader reader_;
    mutable std::vector<std::string>
        sumStatements_; ///< of the modules that are enabled; empty until asked for
};

/// One service for all tests of a program: started at the first call, stopped at the end.
RunningService& sharedService();

} // namespace svc::test
