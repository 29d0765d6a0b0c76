#include "support/running_service.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <svc/id.hpp>

#include "host/db/embedded.hpp"
#include "host/db/migration_file.hpp"
#include "support/invariants.hpp"
#include "support/program.hpp"
#include "support/service_seed.hpp"

extern char** environ;

namespace svc::test {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds StartLimit{300};

std::string readFile(const fs::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

fs::path freshFolder() {
    static int count = 0;
    const char* base = std::getenv("TMPDIR");
    const fs::path folder = fs::path(base != nullptr ? base : "/tmp") /
                            ("svc-test-" + std::to_string(::getpid()) + '-' + std::to_string(++count));
    fs::remove_all(folder);
    return folder;
}

/// Starts a program with its output in files, without the SVC_* variables of the developer's shell. It trusts
/// only the certificate authorities in its configuration, not those of the machine.
pid_t spawn(const std::vector<std::string>& words, const fs::path& output, const fs::path& errors) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0600);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0600);
    std::vector<std::string> kept;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (std::string(*variable).rfind("SVC_", 0) != 0) {
            kept.emplace_back(*variable);
        }
    }
    kept.emplace_back("SSL_CERT_FILE=/dev/null");
    std::vector<std::string> arguments = words;
    std::vector<char*> argv = pointersTo(arguments);
    std::vector<char*> envp = pointersTo(kept);
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        throw std::runtime_error(words.front() + " cannot be started");
    }
    return child;
}

/// Is the configuration the one that the seed was made with (all default modules, own database)?
bool isLikeTheSeed(const ServiceOptions& options) {
    return options.startNow && options.dataFolder.empty() && options.database == "embedded" &&
           options.stopAt.empty() && options.settings.empty() && options.pluginFolders.empty() &&
           options.plugins == ServiceOptions().plugins;
}

int waitFor(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

RunningService::RunningService(ServiceOptions options)
    : options_(std::move(options)), reader_([this] { return readerAddress(); }) {
    temporary_ = options_.dataFolder.empty();
    dataFolder_ = temporary_ ? freshFolder() : options_.dataFolder;
    fs::create_directories(dataFolder_.parent_path());
    if (!options_.startNow) {
        return;
    }
    try {
        if (isLikeTheSeed(options_)) {
            ServiceSeed::copyTo(dataFolder_);
        }
        start();
    } catch (...) {
        removeFiles();
        throw;
    }
}

RunningService::~RunningService() {
    if (pid_ != 0) {
        stop();
    }
    removeFiles();
}

void RunningService::removeFiles() const {
    if (temporary_) {
        std::error_code ignored;
        for (const char* suffix : {"", ".yaml", ".log", ".err"}) {
            fs::remove_all(dataFolder_.string() + suffix, ignored);
        }
    }
}

void RunningService::writeConfiguration() const {
    std::ofstream yaml(configFile());
    yaml << "server: { address: 127.0.0.1, port: 0" << (options_.server.empty() ? "" : ", ")
         << options_.server << " }\n";
    if (options_.database != "embedded") {
        yaml << "database: { url: \"" << options_.database << '"'
             << (options_.databaseKeys.empty() ? "" : ", ") << options_.databaseKeys << " }\n";
    }
    yaml << "testing: { clock: " << (options_.clock ? "true" : "false")
         << ", lightPasswords: " << (options_.database == "embedded" ? "true" : "false")
         << ", validate: " << (options_.validate ? "true" : "false")
         << (options_.stopAt.empty() ? "" : ", stopAt: " + options_.stopAt) << " }\n"
         << options_.extra << "plugins:\n";
    if (!options_.pluginFolders.empty()) {
        yaml << "  folders:\n";
        for (const fs::path& folder : options_.pluginFolders) {
            yaml << "    - " << folder.string() << '\n';
        }
    }
    yaml << (options_.plugins.empty() ? "  enabled: {}\n" : "  enabled:\n");
    for (const std::string& plugin : options_.plugins) {
        const auto settings = options_.settings.find(plugin);
        yaml << "    " << plugin << ": " << (settings == options_.settings.end() ? "{}" : settings->second)
             << '\n';
    }
}

void RunningService::spawnHost() {
    writeConfiguration();
    sumStatements_.clear(); // the set of modules may have changed
    // SVC_DATA is the one setting that has no key in svc.yaml.
    fs::remove(dataFolder_.string() + ".log");
    pid_ = spawn({"/usr/bin/env", "SVC_DATA=" + dataFolder_.string(), SVC_HOST_PROGRAM, "serve", "--config",
                  configFile().string()},
                 dataFolder_.string() + ".log", dataFolder_.string() + ".err");
}

int RunningService::startUntilItEnds() {
    spawnHost();
    return waitUntilItEnds();
}

int RunningService::waitUntilItEnds() {
    const auto limit = std::chrono::steady_clock::now() + StartLimit;
    int status = 0;
    while (::waitpid(pid_, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > limit) {
            throw std::runtime_error("the service does not end by itself");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void RunningService::start() {
    spawnHost();
    waitUntilReady();
    const fs::path first = dataFolder_ / "first-run.json";
    if (fs::exists(first)) {
        firstRun_ = Json::parse(readFile(first));
    }
}

void RunningService::waitUntilReady() {
    const auto limit = std::chrono::steady_clock::now() + StartLimit;
    while (std::chrono::steady_clock::now() < limit) {
        std::istringstream lines(log());
        for (std::string line; std::getline(lines, line);) {
            if (line.rfind("ready http", 0) == 0) {
                port_ = static_cast<std::uint16_t>(std::stoi(line.substr(line.rfind(':') + 1)));
                return;
            }
        }
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_) {
            pid_ = 0;
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const std::string output = log() + readFile(dataFolder_.string() + ".err");
    if (pid_ != 0) {
        kill();
    }
    throw std::runtime_error("the service did not get ready:\n" + output);
}

int RunningService::stop() {
    ::kill(pid_, SIGTERM);
    const int code = waitFor(pid_);
    pid_ = 0;
    return code;
}

void RunningService::signal(int number) const {
    ::kill(pid_, number);
}

void RunningService::kill() {
    ::kill(pid_, SIGKILL);
    waitFor(pid_);
    pid_ = 0;
}

HttpClient RunningService::owner() const {
    HttpClient client = anonymous();
    const Json session = expected(
        client.post("/auth/login",
                    Json::object({{"email", value("ownerEmail")}, {"password", value("ownerPassword")}})),
        200, "the log-in of the owner");
    ownerToken_ = session.textOr("token");
    client.setCredential(ownerToken_);
    return client;
}

HttpClient RunningService::ownerAgain() const {
    HttpClient last = client(ownerToken_);
    // A clock that a test has moved may have expired the session.
    return !ownerToken_.empty() && last.get("/auth/me").status == 200 ? std::move(last) : owner();
}

Json RunningService::foundCompany(const std::string& name, const std::string& country) const {
    HttpClient person = ownerAgain();
    const Json made =
        expected(person.post("/companies", Json::object({{"name", name}, {"country", country}})), 201,
                 "POST /companies");
    const std::string path = "/companies/" + made.textOr("id");
    const Json unit = expected(person.get(path + "/business-units"), 200, "GET /business-units")[0];
    Json facts = Json::object({{"baseUrl", value("baseUrl")},
                               {"companyId", made["id"]},
                               {"businessUnitId", unit["id"]},
                               {"locationId", unit["defaultLocationId"]},
                               {"ownerEmail", value("ownerEmail")},
                               {"ownerPassword", value("ownerPassword")}});
    const Answer wallets = person.get(path + "/wallets");
    for (const Json& wallet : wallets.json.items()) {
        facts.set(wallet.textOr("kind") + "WalletId", wallet["id"]);
    }
    const Json scopes = expected(person.get(path + "/api-keys"), 200, "GET /api-keys")["scopes"];
    for (const char* mode : {"live", "test"}) {
        const Json key =
            expected(person.post(path + "/api-keys",
                                 Json::object({{"name", mode}, {"mode", mode}, {"scopes", scopes}})),
                     201, "POST /api-keys");
        facts.set(std::string(mode) + "Key", key["key"]);
    }
    return facts;
}

std::pair<int, std::string> RunningService::command(const std::vector<std::string>& words) const {
    const fs::path output = dataFolder_.string() + ".command";
    fs::remove(output);
    std::vector<std::string> all = {"/usr/bin/env", "SVC_DATA=" + dataFolder_.string(), SVC_HOST_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--config", configFile().string()});
    const int code = waitFor(spawn(all, output, dataFolder_.string() + ".err"));
    std::string text = readFile(output);
    fs::remove(output);
    return {code, std::move(text)};
}

Json RunningService::createCompany(const std::string& name, const std::string& country) const {
    const auto [code, output] =
        command({"company", "create", "--name", name, "--country", country, "--owner-email",
                 "owner-" + std::to_string(::getpid()) + '-' + country + "@example.test"});
    const std::size_t brace =
        output.find("{\n") != std::string::npos ? output.find("{\n") : output.rfind("{\"base");
    if (code != 0 || brace == std::string::npos) {
        throw std::runtime_error("company create exits with " + std::to_string(code) + ": " + output +
                                 readFile(dataFolder_.string() + ".err"));
    }
    return Json::parse(output.substr(brace));
}

std::string RunningService::log() const {
    return readFile(dataFolder_.string() + ".log");
}

std::string RunningService::readerAddress() const {
    if (options_.database != "embedded") {
        return options_.database;
    }
    const auto access = host::db::EmbeddedServer::attach(dataFolder_);
    if (!access) {
        throw std::runtime_error("the private PostgreSQL does not run");
    }
    // The backup role bypasses row-level security.
    return access->backup.connectionString;
}

std::vector<std::string> RunningService::sql(const std::string& statement) const {
    return reader_.rows(statement);
}

std::vector<std::string> RunningService::unequalSums() const {
    if (sumStatements_.empty()) {
        const auto [code, script] = command({"verify", "--statements"});
        if (code != 0) {
            throw std::runtime_error("svc-host verify --statements exits with " + std::to_string(code));
        }
        sumStatements_ = host::db::splitStatements(script);
        // The script begins and ends its own transaction.
        sumStatements_.erase(sumStatements_.begin());
        sumStatements_.pop_back();
    }
    return reader_.rowsOfOneSnapshot(sumStatements_);
}

void RunningService::change(const std::string& companyId, const std::string& statement) const {
    const std::string address = host::db::EmbeddedServer::attach(dataFolder_).value().owner.connectionString;
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdb(address.c_str()), &PQfinish);
    const std::string text =
        "SET svc.company = '" + decodeId("com", companyId).value().toString() + "'; " + statement;
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection.get(), text.c_str()),
                                                               &PQclear);
    if (PQresultStatus(result.get()) != PGRES_COMMAND_OK) {
        throw std::runtime_error(PQerrorMessage(connection.get()));
    }
}

namespace {

std::unique_ptr<RunningService>& sharedSlot() {
    static std::unique_ptr<RunningService> service;
    return service;
}

class StopShared : public ::testing::Environment {
public:
    void TearDown() override {
        if (sharedSlot()) {
            expectInvariants(*sharedSlot());
        }
        sharedSlot().reset();
    }
};

} // namespace

RunningService& sharedService() {
    std::unique_ptr<RunningService>& slot = sharedSlot();
    static bool tried = false;
    if (!slot && tried) {
        throw std::runtime_error("the service did not get ready for an earlier test");
    }
    tried = true;
    if (!slot) {
        ::testing::AddGlobalTestEnvironment(new StopShared); // GoogleTest owns the object
        slot = std::make_unique<RunningService>();
    }
    return *slot;
}

} // namespace svc::test
