#include "host/config/config.hpp"

#include "host/config/section_reader.hpp"
#include "host/config/settings_format.hpp"
#include "host/config/stop_points.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <charconv>

namespace svc::host::config {

namespace {

constexpr std::string_view DatabaseExpected =
    "embedded or an address (postgresql://user@host:5432/name)"; // the address itself is never shown: it may
                                                                 // hold a password

bool isPublicUrl(std::string_view text) {
    return (isUrl(text, "http") || isUrl(text, "https")) && text.back() != '/' &&
           text.find('#') == std::string_view::npos && text.find('?') == std::string_view::npos;
}

bool isSmtpUrl(std::string_view text) {
    return isUrl(text, "smtp") || isUrl(text, "smtps");
}

bool isSender(std::string_view text) {
    return text.find('@') != std::string_view::npos && text.find_first_of("\r\n") == std::string_view::npos;
}

bool isDatabaseUrl(std::string_view text) {
    return text.rfind("postgresql://", 0) == 0 || text.rfind("postgres://", 0) == 0;
}

struct Expectation {
    std::string found;
    std::string expected;
};

/// What is wrong in the address of a database; without its text, which may hold a password.
std::optional<Expectation> wrongInDatabaseUrl(std::string_view url) {
    url.remove_prefix(url.find("://") + 3);
    const std::size_t question = std::min(url.find('?'), url.size());
    std::string_view hosts = url.substr(0, std::min(url.find('/'), question));
    hosts.remove_prefix(hosts.rfind('@') + 1); // npos + 1 = 0: there is no user
    for (const std::string_view host : split(hosts, ',')) {
        const std::size_t colon = host.rfind(':');
        const bool hasPort =
            colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos;
        if (hasPort && colon + 1 < host.size() && !isPort(host.substr(colon + 1))) {
            return Expectation{"another port", "a port from 1 to 65535"};
        }
    }
    for (const std::string_view option : split(url.substr(std::min(question + 1, url.size())), '&')) {
        constexpr std::string_view Modes[] = {"disable", "allow",     "prefer",
                                              "require", "verify-ca", "verify-full"};
        constexpr std::string_view Name = "sslmode=";
        if (option.starts_with(Name) &&
            std::find(std::begin(Modes), std::end(Modes), option.substr(Name.size())) == std::end(Modes)) {
            return Expectation{"another sslmode",
                               "disable, allow, prefer, require, verify-ca or verify-full"};
        }
    }
    return std::nullopt;
}

/// `point` or `point:times`.
StopAt toStopAt(std::string_view text) {
    StopAt stopAt;
    const std::size_t colon = text.find(':');
    stopAt.point = text.substr(0, colon);
    if (colon != std::string_view::npos) {
        const std::string_view times = text.substr(colon + 1);
        const auto read = std::from_chars(times.data(), times.data() + times.size(), stopAt.times);
        stopAt.times = read.ptr == times.data() + times.size() && read.ec == std::errc() ? stopAt.times : 0;
    }
    return stopAt;
}

bool isStopPoint(std::string_view text) {
    const StopAt stopAt = toStopAt(text);
    const auto& all = StopPoints::All;
    return stopAt.times > 0 && std::find(all.begin(), all.end(), stopAt.point) != all.end();
}

bool isPluginId(std::string_view id) {
    const auto isLower = [](char c) { return c >= 'a' && c <= 'z'; };
    return id.size() >= 2 && id.size() <= 40 && isLower(id.front()) &&
           std::all_of(id.begin(), id.end(),
                       [&](char c) { return isLower(c) || (c >= '0' && c <= '9') || c == '-'; });
}

/// The sections of svc.yaml, one function each.
class ConfigReader {
public:
    ConfigReader(const YamlDocument& document, std::filesystem::path folder, std::vector<Mistake>& mistakes)
        : file_(document.file()), folder_(std::move(folder)), mistakes_(mistakes),
          top_(file_, &document.root(), "", mistakes) {}

    Config read() {
        Config config;
        readServer(config.server);
        readDatabase(config.database);
        readJobs(config.jobs);
        readSecurity(config.security);
        readWebhooks(config.webhooks);
        readMail(config.mail);
        readOperator(config.operatorOf);
        readTesting(config.testing, config.database);
        readPlugins(config.plugins);
        config.named = std::move(named_);
        top_.finish();
        return config;
    }

private:
    std::optional<std::filesystem::path> path(SectionReader& section, std::string_view key) {
        const std::optional<std::string> text = section.text(key, isNotEmpty, "a path");
        return text ? std::optional((folder_ / *text).lexically_normal()) : std::nullopt;
    }

    /// The same for a file that must exist.
    std::optional<std::filesystem::path> existing(SectionReader& section, const std::string& path,
                                                  std::string_view key) {
        std::optional<std::filesystem::path> file = this->path(section, key);
        if (file) {
            named_.push_back({*file, false, path + '.' + std::string(key), section.member(key)->line});
        }
        return file;
    }

    void readServer(ServerConfig& server) {
        SectionReader section = top_.section("server");
        server.address =
            section.text("address", isIpAddress, "an IPv4 or IPv6 address").value_or(server.address);
        server.port = static_cast<std::uint16_t>(section.integer("port", server.port, 0, 65535));
        server.publicUrl = section.text("publicUrl", isPublicUrl,
                                        "an address (https://erp.example.com) without / at its end");
        readTls(server, section);
        readLimits(server, section);
        constexpr std::string_view Network = "an address or a network (10.0.0.0/8)";
        server.trustedProxies = section.texts("trustedProxies", isAddressOrNetwork, Network);
        server.metricsAllow = section.texts("metricsAllow", isAddressOrNetwork, Network);
        section.finish();
    }

    void readTls(ServerConfig& server, SectionReader& section) {
        const YamlNode::Member* member = section.member("tls");
        if (member == nullptr || member->value.isNull()) {
            return;
        }
        if (!member->value.isMapping()) {
            section.refuse(*member, member->value.describe(), "{ certificate: file, key: file }, or null");
            return;
        }
        SectionReader files(file_, &member->value, "server.tls", mistakes_);
        const auto certificate = existing(files, "server.tls", "certificate");
        const auto key = existing(files, "server.tls", "key");
        files.finish();
        if (certificate && key) {
            server.tls = TlsConfig{*certificate, *key};
        } else {
            section.refuse(*member, "one file", "both certificate and key");
        }
    }

    static void readLimits(ServerConfig& server, SectionReader& section) {
        const auto number = [&](std::string_view key, unsigned fallback, std::int64_t least,
                                std::int64_t most) {
            return static_cast<unsigned>(section.integer(key, fallback, least, most));
        };
        server.threads = number("threads", server.threads, 4, 4096);
        server.queue = number("queue", server.queue, 1, 1'000'000);
        server.companyShare = number("companyShare", server.companyShare, 10, 100);
        server.companyExports = number("companyExports", server.companyExports, 1, 1000);
        server.connections = number("connections", server.connections, 10, 1'000'000);
        if (const unsigned most = number("connectionsPerAddress", 0, 1, 1'000'000); most > 0) {
            server.connectionsPerAddress = most;
        }
        server.bodyMemory = number("bodyMemory", server.bodyMemory, 1, 1'000'000);
        server.headSeconds = number("headSeconds", server.headSeconds, 1, 3600);
        server.transferSeconds = number("transferSeconds", server.transferSeconds, 1, 3600);
        server.keepAliveSeconds = number("keepAliveSeconds", server.keepAliveSeconds, 1, 3600);
        server.requestSeconds = number("requestSeconds", server.requestSeconds, 1, 86'400);
        server.importSeconds = number("importSeconds", server.importSeconds, 1, 86'400);
        server.exportSeconds = number("exportSeconds", server.exportSeconds, 1, 86'400);
        server.drainSeconds = number("drainSeconds", server.drainSeconds, 0, 3600);
    }

    void readDatabase(DatabaseConfig& database) {
        const YamlNode::Member* member = top_.member("database");
        if (member == nullptr || member->value.isNull()) {
            return;
        }
        if (!member->value.isMapping()) {
            readDatabaseUrl(database, top_, *member);
            return;
        }
        SectionReader section(file_, &member->value, "database", mistakes_);
        if (const YamlNode::Member* url = section.member("url"); url != nullptr && !url->value.isNull()) {
            readDatabaseUrl(database, section, *url);
        }
        database.pool = static_cast<unsigned>(section.integer("pool", database.pool, 2, 1000));
        const auto commit = section.text(
            "commit", [](std::string_view word) { return word == "grouped" || word == "each"; },
            "grouped or each");
        database.groupsCommits = commit != "each";
        readMigrations(database, section);
        section.finish();
    }

    static void readMigrations(DatabaseConfig& database, SectionReader& section) {
        const auto migrations = section.text(
            "migrations", [](std::string_view word) { return word == "start" || word == "command"; },
            "start or command");
        database.migratesAtStart = migrations != "command";
        if (database.embedded && !database.migratesAtStart) {
            section.refuse(*section.member("migrations"), "command with a database that is embedded",
                           "start: the service keeps its private database ready by itself");
        }
    }

    static void readDatabaseUrl(DatabaseConfig& database, SectionReader& section,
                                const YamlNode::Member& member) {
        if (member.value.isText() && isDatabaseUrl(member.value.text())) {
            if (auto wrong = wrongInDatabaseUrl(member.value.text())) {
                section.refuse(member, std::move(wrong->found), std::move(wrong->expected));
            }
            database.embedded = false;
            database.url = member.value.text();
        } else if (!member.value.isText() || member.value.text() != "embedded") {
            section.refuse(member, member.value.isText() ? "something else" : member.value.describe(),
                           std::string(DatabaseExpected));
        }
    }

    void readJobs(JobsConfig& jobs) {
        SectionReader section = top_.section("jobs");
        jobs.threads = static_cast<unsigned>(section.integer("threads", jobs.threads, 2, 1000));
        jobs.outside = static_cast<unsigned>(section.integer("outside", jobs.outside, 2, 1000));
        section.finish();
    }

    void readSecurity(SecurityConfig& security) {
        SectionReader section = top_.section("security");
        security.signup = readSignUp(section);
        security.masterKeyFile = path(section, "masterKeyFile");
        section.finish();
    }

    static SignUp readSignUp(SectionReader& section) {
        const YamlNode::Member* member = section.member("signup");
        if (member != nullptr && member->value.isText() && member->value.text() == "confirmed") {
            return SignUp::Confirmed;
        }
        return section.boolean("signup", true, "true, false or confirmed") ? SignUp::Open : SignUp::Closed;
    }

    void readWebhooks(WebhooksConfig& webhooks) {
        SectionReader section = top_.section("webhooks");
        webhooks.allow = section.texts("allow", isHostAndPort, "host:port (127.0.0.1:18443)");
        webhooks.caFile = existing(section, "webhooks", "caFile");
        section.finish();
    }

    void readMail(MailConfig& mail) {
        SectionReader section = top_.section("mail");
        const YamlNode::Member* smtp = section.member("smtp");
        if (smtp != nullptr && !smtp->value.isNull()) {
            if (smtp->value.isText() && isSmtpUrl(smtp->value.text())) {
                mail.smtp = smtp->value.text();
            } else {
                section.refuse(*smtp, "something else", "smtp://host:25 or smtps://user:password@host:465");
            }
        }
        mail.from = section.text("from", isSender, "an e-mail address");
        const YamlNode::Member* from = section.member("from");
        if (mail.smtp && (from == nullptr || from->value.isNull())) {
            section.refuse(*smtp, "a server without mail.from", "the sender's address in mail.from");
        }
        mail.caFile = existing(section, "mail", "caFile");
        section.finish();
    }

    void readOperator(OperatorConfig& operatorOf) {
        SectionReader section = top_.section("operator");
        operatorOf.email = section.text("email", isSender, "an e-mail address");
        section.finish();
    }

    void readTesting(TestingConfig& testing, const DatabaseConfig& database) {
        SectionReader section = top_.section("testing");
        testing.clock = section.boolean("clock", testing.clock);
        testing.validate = section.boolean("validate", testing.validate);
        testing.lightPasswords = section.boolean("lightPasswords", testing.lightPasswords);
        const auto refuseWithRealData = [&](const char* key, bool used, const char* found,
                                            const char* expected) {
            if (used && !database.embedded) {
                section.refuse(*section.member(key),
                               std::string(found) + " with a database that is not embedded", expected);
            }
        };
        refuseWithRealData("clock", testing.clock, "true", "false: the clock of real data is never moved");
        refuseWithRealData("lightPasswords", testing.lightPasswords, "true",
                           "false: passwords of real people are hashed at full cost");
        const std::optional<std::string> stopAt =
            section.text("stopAt", isStopPoint, "a point of the host, or point:times");
        if (stopAt) {
            testing.stopAt = toStopAt(*stopAt);
        }
        refuseWithRealData("stopAt", stopAt.has_value(), "a point",
                           "nothing: a host of real data is never killed");
        section.finish();
    }

    void readPlugins(PluginsConfig& plugins) {
        SectionReader section = top_.section("plugins");
        for (const std::string& folder : section.texts("folders", isNotEmpty, "a path")) {
            plugins.folders.push_back((folder_ / folder).lexically_normal());
            named_.push_back(
                {plugins.folders.back(), true, "plugins.folders", section.member("folders")->line});
        }
        const auto folder = [&](std::string_view key, std::string_view fallback) {
            const std::string named = section.text(key, isNotEmpty, "a path").value_or(std::string(fallback));
            return named.empty() ? std::filesystem::path() : (folder_ / named).lexically_normal();
        };
        plugins.store = folder("store", "");
        plugins.trust = folder("trust", "trust.d");
        plugins.grants = folder("grants", "grants.d");
        const YamlNode::Member* enabled = section.member("enabled");
        if (enabled != nullptr && !enabled->value.isNull()) {
            if (enabled->value.isMapping()) {
                for (const YamlNode::Member& member : enabled->value.members()) {
                    readPlugin(plugins, member);
                }
            } else {
                section.refuse(*enabled, enabled->value.describe(), "a mapping of plugins (sales: {})");
            }
        }
        section.finish();
    }

    void readPlugin(PluginsConfig& plugins, const YamlNode::Member& member) {
        const std::string path = "plugins.enabled." + member.key;
        if (!isPluginId(member.key)) {
            mistakes_.push_back({file_, member.line, path, '"' + member.key + '"',
                                 "the id of a plugin (small letters, digits and -)"});
            return;
        }
        if (!member.value.isNull() && !member.value.isMapping()) {
            mistakes_.push_back(
                {file_, member.line, path, member.value.describe(), "a mapping of its settings, or {}"});
            return;
        }
        PluginBlock block;
        block.id = member.key;
        block.line = member.line;
        SectionReader reader(file_, &member.value, path, mistakes_);
        block.required = reader.boolean("required", false);
        block.node =
            member.value.isNull() ? YamlNode::emptyMapping(member.line) : member.value.without("required");
        block.settings = block.node.toJson();
        plugins.enabled.push_back(std::move(block));
    }

    const std::string& file_;
    std::filesystem::path folder_;
    std::vector<Mistake>& mistakes_;
    std::vector<NamedFile> named_;
    SectionReader top_;
};

void applyEnvironment(Config& config, const Environment& environment, std::vector<Mistake>& mistakes) {
    if (const std::optional<std::string> port = environment("SVC_PORT"); port && !port->empty()) {
        std::uint16_t value = 0;
        const auto [end, error] = std::from_chars(port->data(), port->data() + port->size(), value);
        if (error != std::errc{} || end != port->data() + port->size()) {
            mistakes.push_back(
                {"environment", 0, "SVC_PORT", '"' + *port + '"', "an integer from 0 to 65535"});
        } else {
            config.server.port = value;
        }
    }
    const std::optional<std::string> data = environment("SVC_DATA");
    const std::filesystem::path folder = data && !data->empty() ? *data : "var";
    config.dataFolder = std::filesystem::absolute(folder / "").lexically_normal().parent_path();
}

} // namespace

const PluginBlock* PluginsConfig::find(std::string_view id) const noexcept {
    const auto found = std::find_if(enabled.begin(), enabled.end(),
                                    [id](const PluginBlock& block) { return block.id == id; });
    return found == enabled.end() ? nullptr : &*found;
}

std::string Config::publicUrl(std::uint16_t boundPort) const {
    if (server.publicUrl) {
        return *server.publicUrl;
    }
    // A wildcard address cannot be connected to, so loopback takes its place.
    std::string host = server.address == "0.0.0.0" ? "127.0.0.1"
                       : server.address == "::"    ? "::1"
                                                   : server.address;
    if (host.find(':') != std::string::npos) {
        host = '[' + host + ']';
    }
    return (server.tls ? "https://" : "http://") + host + ':' + std::to_string(boundPort);
}

std::filesystem::path configPath(std::string_view option, const Environment& environment) {
    if (!option.empty()) {
        return option;
    }
    const std::optional<std::string> variable = environment("SVC_CONFIG");
    return variable && !variable->empty() ? *variable : "config/svc.yaml";
}

int Config::lineOf(std::string_view key) const {
    const auto found = lines.find(key);
    return found == lines.end() ? 0 : found->second;
}

namespace {

std::string textOf(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        throw ConfigError({{path.string(), 0, "file", "nothing",
                            "the configuration of the service; --config FILE, or SVC_CONFIG, names it"}});
    }
    return readFile(path);
}

} // namespace

Config loadConfig(const std::filesystem::path& path, const Environment& environment) {
    return parseConfig(textOf(path), path, environment);
}

namespace {

/// Notes the line of each key of the mapping and of those in it.
void noteLines(const YamlNode& mapping, const std::string& path, Config& config) {
    for (const YamlNode::Member& member : mapping.members()) {
        const std::string key = path.empty() ? member.key : path + '.' + member.key;
        config.lines.emplace(key, member.line);
        noteLines(member.value, key, config);
    }
}

Config parseConfig(std::string_view text, const std::filesystem::path& path, const Environment& environment,
                   std::vector<Mistake>& mistakes) {
    const YamlDocument document = YamlDocument::parse(text, path.string(), environment, mistakes);
    const std::filesystem::path file = std::filesystem::absolute(path);
    Config config = ConfigReader(document, file.parent_path(), mistakes).read();
    config.file = file;
    noteLines(document.root(), "", config);
    applyEnvironment(config, environment, mistakes);
    return config;
}

} // namespace

Config readConfig(const std::filesystem::path& path, const Environment& environment,
                  std::vector<Mistake>& mistakes) {
    return parseConfig(textOf(path), path, environment, mistakes);
}

std::vector<Mistake> missingFiles(const Config& config) {
    std::vector<Mistake> mistakes;
    for (const NamedFile& named : config.named) {
        std::error_code ignored;
        if (named.folder ? !std::filesystem::is_directory(named.path, ignored)
                         : !std::filesystem::is_regular_file(named.path, ignored)) {
            mistakes.push_back({config.file.string(), named.line, named.key,
                                named.path.string() + ", which is not there",
                                named.folder ? "a folder" : "a file"});
        }
    }
    return mistakes;
}

Config parseConfig(std::string_view text, const std::filesystem::path& path, const Environment& environment) {
    std::vector<Mistake> mistakes;
    Config config = parseConfig(text, path, environment, mistakes);
    if (!mistakes.empty()) {
        throw ConfigError(std::move(mistakes));
    }
    return config;
}

} // namespace svc::host::config
