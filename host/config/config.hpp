#pragma once

#include "host/config/environment.hpp"
#include "host/config/mistake.hpp"
#include "host/config/yaml_document.hpp"

#include <svc/json.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::config {

/// PEM files; the service uses https when they are set.
struct TlsConfig {
    std::filesystem::path certificate; ///< with the chain up to the root
    std::filesystem::path key;
};

struct ServerConfig {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;            ///< 0: any free one
    std::optional<std::string> publicUrl; ///< without a final slash; see Config::publicUrl
    std::optional<TlsConfig> tls;
    unsigned threads = 64;
    unsigned queue = 1024;
    unsigned companyShare = 75; ///< percent of threads, queue and database.pool
    unsigned companyExports = 2;
    unsigned connections = 10000;
    std::optional<unsigned> connectionsPerAddress; ///< nothing: 512, and any number from this machine
    unsigned bodyMemory = 128;                     ///< MiB
    unsigned headSeconds = 10;
    unsigned transferSeconds = 30;
    unsigned keepAliveSeconds = 60;
    unsigned requestSeconds = 30;
    unsigned importSeconds = 120;
    unsigned exportSeconds = 600;
    unsigned drainSeconds = 30;
    std::vector<std::string> trustedProxies; ///< addresses and networks (10.0.0.0/8)
    std::vector<std::string> metricsAllow;   ///< the same
};

struct DatabaseConfig {
    bool embedded = true;
    std::string url;             ///< postgresql://…, as libpq takes it; empty when embedded
    unsigned pool = 8;           // best on two cores; more are slower
    bool groupsCommits = true;   ///< commit: grouped; the commits of several requests are flushed together
    bool migratesAtStart = true; ///< migrations: start; else `serve` does not start while some are pending
};

/// Work after the commit: subscribers of events, jobs, schedules.
struct JobsConfig {
    unsigned threads = 8;  ///< each with a database connection of its own while it works
    unsigned outside = 32; ///< for jobs that call other services; they hold no connection while they wait
};

/// Who may create an account.
enum class SignUp {
    Closed = 1,
    Open,
    Confirmed, ///< whoever follows the link sent to the address
};

struct SecurityConfig {
    SignUp signup = SignUp::Open;
    std::optional<std::filesystem::path> masterKeyFile;
};

struct WebhooksConfig {
    std::vector<std::string> allow; ///< host:port
    std::optional<std::filesystem::path> caFile;
};

struct MailConfig {
    std::optional<std::string> smtp; ///< smtp://host:25, smtps://user:password@host:465
    std::optional<std::string> from;
    std::optional<std::filesystem::path> caFile;
};

/// The operator of the installation.
struct OperatorConfig {
    std::optional<std::string> email; ///< gets the alarms that are also logged
};

struct StopAt {
    std::string point; ///< one of StopPoints::All
    unsigned times = 1;
};

struct TestingConfig {
    bool clock = false;
    bool validate = false;
    bool lightPasswords = false;  ///< password hashes that are fast and insecure
    std::optional<StopAt> stopAt; ///< the process kills itself there
};

/// One entry of plugins.enabled.
struct PluginBlock {
    std::string id;
    bool required = false; ///< the service does not start without it
    YamlNode node;         ///< the settings with their lines, for checkAgainstSchema(); without `required`
    Json settings;         ///< the same as JSON, defaults of the schema not yet applied; always an object
    int line = 0;          ///< of the plugin's key
};

struct PluginsConfig {
    std::vector<std::filesystem::path> folders;
    std::filesystem::path store;      ///< of installed packages; empty: none
    std::filesystem::path trust;      ///< folder of the publishers whose packages may be installed
    std::filesystem::path grants;     ///< folder of what was accepted for each installed package
    std::vector<PluginBlock> enabled; ///< in the order of the file

    const PluginBlock* find(std::string_view id) const noexcept;
};

/// A file or folder that must exist, and the place in svc.yaml that names it.
struct NamedFile {
    std::filesystem::path path;
    bool folder = false;
    std::string key;
    int line = 0;
};

/// The effective configuration. Paths are absolute.
struct Config {
    std::filesystem::path file;
    std::filesystem::path dataFolder;
    ServerConfig server;
    DatabaseConfig database;
    JobsConfig jobs;
    SecurityConfig security;
    WebhooksConfig webhooks;
    MailConfig mail;
    OperatorConfig operatorOf;
    TestingConfig testing;
    PluginsConfig plugins;
    std::vector<NamedFile> named;                  ///< files and folders that must exist
    std::map<std::string, int, std::less<>> lines; ///< of the keys in the file: server.tls.key

    /// The line of a key, for messages about its value; 0 when the file does not hold it.
    int lineOf(std::string_view key) const;

    /// The address at which clients reach the service: server.publicUrl, else http://<address>:<port> with
    /// the port that was actually bound.
    std::string publicUrl(std::uint16_t boundPort) const;
};

/// The path of svc.yaml: `option` (of --config) when not empty, else SVC_CONFIG, else config/svc.yaml in the
/// current folder.
std::filesystem::path configPath(std::string_view option, const Environment& environment);

/// Reads svc.yaml; ${NAME}, SVC_PORT and SVC_DATA come from `environment`. Throws ConfigError with every
/// mistake of the file. Settings of plugins are not checked here, since their schemas are in their own files:
///   checkAgainstSchema(block.node, schema, config.file.string(), "plugins.enabled." + block.id)
Config loadConfig(const std::filesystem::path& path, const Environment& environment);

/// The same, but adds mistakes to `mistakes` when the rest of the file can still be used; throws ConfigError
/// only when the file is not valid YAML.
Config readConfig(const std::filesystem::path& path, const Environment& environment,
                  std::vector<Mistake>& mistakes);

/// Files and folders that the configuration names but that do not exist.
std::vector<Mistake> missingFiles(const Config& config);

/// The same from a text, for tests; `path` gives the folder of relative paths and the name in messages.
Config parseConfig(std::string_view text, const std::filesystem::path& path, const Environment& environment);

} // namespace svc::host::config
