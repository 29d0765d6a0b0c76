#include "host/config/config.hpp"
#include "host/config/settings_schema.hpp"

#include <gtest/gtest.h>

#include <map>

namespace svc::host::config {
namespace {

Environment with(std::map<std::string, std::string, std::less<>> variables) {
    return [variables = std::move(variables)](std::string_view name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}

Config parsed(std::string_view text, std::map<std::string, std::string, std::less<>> variables = {}) {
    return parseConfig(text, "/etc/svc/svc.yaml", with(std::move(variables)));
}

std::string mistakesOf(std::string_view text,
                       std::map<std::string, std::string, std::less<>> variables = {}) {
    try {
        parsed(text, std::move(variables));
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "none";
}

TEST(Config, ReadsTheFileThatComesWithTheService) {
    const Config config = loadConfig(std::filesystem::path(SVC_CONFIG_FOLDER) / "svc.yaml", with({}));
    EXPECT_EQ(config.server.address, "127.0.0.1");
    EXPECT_EQ(config.server.port, 8080);
    EXPECT_TRUE(config.database.embedded);
    EXPECT_TRUE(config.database.groupsCommits);
    EXPECT_EQ(config.security.signup, SignUp::Open);
    EXPECT_FALSE(config.testing.clock);
    std::string ids;
    for (const PluginBlock& block : config.plugins.enabled) {
        ids += block.id + ' ';
        EXPECT_EQ(block.settings.dump(), "{}");
    }
    EXPECT_EQ(ids, "partners stock treasury ledger sales timesheets stays documents reports fr-accounting "
                   "de-accounting ohada-accounting storefront console bank purchases receiving compliance "
                   "fr-journal integrations ");
}

TEST(Config, DescribesItsDefaultsInTheFileThatComesWithTheService) {
    const Config written = loadConfig(std::filesystem::path(SVC_CONFIG_FOLDER) / "svc.yaml", with({}));
    const Config empty = parsed("");
    EXPECT_EQ(written.server.threads, empty.server.threads);
    EXPECT_EQ(written.server.drainSeconds, empty.server.drainSeconds);
    EXPECT_EQ(written.server.requestSeconds, empty.server.requestSeconds);
    EXPECT_EQ(written.server.importSeconds, empty.server.importSeconds);
    EXPECT_EQ(written.server.exportSeconds, empty.server.exportSeconds);
    EXPECT_FALSE(written.server.tls.has_value());
    EXPECT_EQ(written.server.queue, empty.server.queue);
    EXPECT_EQ(written.server.companyShare, empty.server.companyShare);
    EXPECT_EQ(written.server.companyExports, empty.server.companyExports);
    EXPECT_EQ(written.server.connections, empty.server.connections);
    EXPECT_EQ(written.server.connectionsPerAddress, empty.server.connectionsPerAddress);
    EXPECT_EQ(written.server.bodyMemory, empty.server.bodyMemory);
    EXPECT_EQ(written.server.headSeconds, empty.server.headSeconds);
    EXPECT_EQ(written.server.transferSeconds, empty.server.transferSeconds);
    EXPECT_EQ(written.server.keepAliveSeconds, empty.server.keepAliveSeconds);
    EXPECT_EQ(written.database.pool, empty.database.pool);
    EXPECT_EQ(written.jobs.threads, empty.jobs.threads);
    EXPECT_EQ(written.mail.smtp, empty.mail.smtp);
    EXPECT_TRUE(empty.plugins.enabled.empty());
}

TEST(Config, ReadsEveryKey) {
    const Config config = parsed(R"(
server: { address: "::1", port: 9000, publicUrl: "https://erp.example.com", threads: 32, drainSeconds: 5,
          tls: { certificate: tls/cert.pem, key: /etc/ssl/key.pem }, queue: 7, connections: 500, companyShare: 50, companyExports: 3,
          connectionsPerAddress: 9, bodyMemory: 64, headSeconds: 2, transferSeconds: 3, keepAliveSeconds: 4,
          trustedProxies: [10.0.0.0/8, "::1"], metricsAllow: [192.168.1.7] }
database: { url: postgresql://svc@db.example/svc, pool: 40, commit: each, migrations: command }
jobs: { threads: 3 }
security: { signup: false, masterKeyFile: keys/master.key }
webhooks: { allow: ["127.0.0.1:18443", "[::1]:443"], caFile: /etc/ssl/ca.pem }
mail: { smtp: "smtp://mail.example:25", from: "Shop <shop@example.com>" }
operator: { email: ops@example.com }
testing: { validate: true }
plugins:
  folders: [extra, /usr/lib/svc/plugins]
  store: /var/lib/svc/plugins
  enabled:
    sales: { required: true, rounding: 0.05 }
    partners:
)");
    EXPECT_EQ(config.server.trustedProxies, (std::vector<std::string>{"10.0.0.0/8", "::1"}));
    EXPECT_EQ(config.publicUrl(1234), "https://erp.example.com");
    EXPECT_EQ(config.server.tls->certificate, "/etc/svc/tls/cert.pem");
    EXPECT_EQ(config.server.tls->key, "/etc/ssl/key.pem");
    EXPECT_EQ(config.server.connectionsPerAddress, 9U);
    EXPECT_EQ(config.server.companyShare, 50U);
    EXPECT_EQ(config.server.companyExports, 3U);
    EXPECT_EQ(config.operatorOf.email, "ops@example.com");
    EXPECT_EQ(config.server.headSeconds, 2U);
    EXPECT_EQ(config.server.keepAliveSeconds, 4U);
    EXPECT_FALSE(config.database.embedded);
    EXPECT_EQ(config.database.url, "postgresql://svc@db.example/svc");
    EXPECT_EQ(config.database.pool, 40U);
    EXPECT_EQ(config.jobs.threads, 3U);
    EXPECT_FALSE(config.database.groupsCommits);
    EXPECT_FALSE(config.database.migratesAtStart);
    EXPECT_EQ(config.security.masterKeyFile, "/etc/svc/keys/master.key");
    EXPECT_EQ(config.webhooks.caFile, "/etc/ssl/ca.pem");
    EXPECT_EQ(config.plugins.folders.at(0), "/etc/svc/extra");
    EXPECT_EQ(config.plugins.store, "/var/lib/svc/plugins");
    EXPECT_EQ(config.plugins.trust, "/etc/svc/trust.d");
    EXPECT_EQ(config.plugins.grants, "/etc/svc/grants.d");
    const PluginBlock* sales = config.plugins.find("sales");
    ASSERT_NE(sales, nullptr);
    EXPECT_TRUE(sales->required);
    EXPECT_EQ(sales->settings.dump(), R"({"rounding":0.05})");
    EXPECT_EQ(config.plugins.find("partners")->settings.dump(), "{}");
    EXPECT_EQ(config.plugins.find("stock"), nullptr);
}

TEST(Config, ADatabaseMigratesAtTheStartUnlessItsServerIsSomebodyElses) {
    EXPECT_TRUE(parsed("database: postgresql://svc@db.example/svc\n").database.migratesAtStart);
    EXPECT_TRUE(parsed("database: { pool: 9 }\n").database.migratesAtStart);
    EXPECT_EQ(mistakesOf("database:\n  migrations: command\n"),
              "/etc/svc/svc.yaml:2: database.migrations: found command with a database that is embedded, "
              "expected start: the service keeps its private database ready by itself\n");
    EXPECT_EQ(mistakesOf("database: { url: postgresql://svc@db.example/svc, migrations: never }\n"),
              "/etc/svc/svc.yaml:1: database.migrations: found \"never\", expected start or command\n");
}

TEST(Config, ACertificateNeedsItsKey) {
    EXPECT_EQ(mistakesOf("server:\n  tls: { certificate: cert.pem }\n"),
              "/etc/svc/svc.yaml:2: server.tls: found one file, expected both certificate and key\n");
    EXPECT_EQ(parsed("server: { tls: { certificate: c.pem, key: k.pem } }").publicUrl(443),
              "https://127.0.0.1:443");
}

TEST(Config, NamesAllMistakesWithTheirLines) {
    EXPECT_EQ(
        mistakesOf("server:\n  port: 70000\n  adress: localhost\n  threads: many\ndatabase: mysql://x\n"
                   "security: { signup: yes }\nplugin: {}\n"),
        "/etc/svc/svc.yaml:2: server.port: found 70000, expected an integer from 0 to 65535\n"
        "/etc/svc/svc.yaml:3: server.adress: found an unknown key (did you mean \"address\"?), expected one of address, port, "
        "publicUrl, tls, threads, queue, companyShare, companyExports, connections, connectionsPerAddress, "
        "bodyMemory, headSeconds, transferSeconds, keepAliveSeconds, requestSeconds, importSeconds, "
        "exportSeconds, drainSeconds, trustedProxies, "
        "metricsAllow\n"
        "/etc/svc/svc.yaml:4: server.threads: found \"many\", expected an integer from 4 to 4096\n"
        "/etc/svc/svc.yaml:5: database: found something else, expected embedded or an address "
        "(postgresql://user@host:5432/name)\n"
        "/etc/svc/svc.yaml:6: security.signup: found \"yes\", expected true, false or confirmed\n"
        "/etc/svc/svc.yaml:7: plugin: found an unknown key (did you mean \"plugins\"?), expected one of server, database, "
        "jobs, security, webhooks, mail, operator, "
        "testing, plugins\n");
}

TEST(Config, RefusesSharesAndOperatorsThatCannotBe) {
    EXPECT_EQ(mistakesOf("server:\n  companyShare: 5\n  companyExports: 0\noperator: { email: nobody }\n"),
              "/etc/svc/svc.yaml:2: server.companyShare: found 5, expected an integer from 10 to 100\n"
              "/etc/svc/svc.yaml:3: server.companyExports: found 0, expected an integer from 1 to 1000\n"
              "/etc/svc/svc.yaml:4: operator.email: found \"nobody\", expected an e-mail address\n");
}

TEST(Config, NamesWrongShapes) {
    EXPECT_EQ(
        mistakesOf("server: 8080\nplugins:\n  enabled: [sales]\n  folders: here\n"),
        "/etc/svc/svc.yaml:1: server: found 8080, expected a mapping\n"
        "/etc/svc/svc.yaml:3: plugins.enabled: found a list, expected a mapping of plugins (sales: {})\n"
        "/etc/svc/svc.yaml:4: plugins.folders: found \"here\", expected a list\n");
    EXPECT_EQ(mistakesOf("- a\n"), "/etc/svc/svc.yaml:1: document: found a list, expected a mapping\n");
    EXPECT_EQ(mistakesOf("plugins: { enabled: { Sales: {}, stock: yes } }\n"),
              "/etc/svc/svc.yaml:1: plugins.enabled.Sales: found \"Sales\", expected the id of a plugin "
              "(small letters, digits "
              "and -)\n"
              "/etc/svc/svc.yaml:1: plugins.enabled.stock: found \"yes\", expected a mapping of its "
              "settings, or {}\n");
}

TEST(Config, NamesWrongEntriesOfLists) {
    EXPECT_EQ(mistakesOf("server:\n  trustedProxies:\n    - 10.0.0.0/33\n    - ::1\n    - ::1\nwebhooks: { "
                         "allow: [localhost] }\n"),
              "/etc/svc/svc.yaml:3: server.trustedProxies[0]: found \"10.0.0.0/33\", expected an address or "
              "a network "
              "(10.0.0.0/8)\n"
              "/etc/svc/svc.yaml:5: server.trustedProxies[2]: found \"::1\" a second time, expected each "
              "entry once\n"
              "/etc/svc/svc.yaml:6: webhooks.allow[0]: found \"localhost\", expected host:port "
              "(127.0.0.1:18443)\n");
}

TEST(Config, NamesADuplicateKeyBesideOtherMistakes) {
    EXPECT_EQ(mistakesOf("server:\n  port: 80\n  port: 81\n  threads: 1\n"),
              "/etc/svc/svc.yaml:3: server.port: found the key a second time, expected it once (the first is "
              "on line 2)\n"
              "/etc/svc/svc.yaml:4: server.threads: found 1, expected an integer from 4 to 4096\n");
    EXPECT_EQ(mistakesOf("plugins:\n  enabled:\n    sales: {}\n    sales: {}\n"),
              "/etc/svc/svc.yaml:4: plugins.enabled.sales: found the key a second time, expected it once "
              "(the first is on line "
              "3)\n");
}

TEST(Config, MovesTheClockOfAnEmbeddedDatabaseOnly) {
    EXPECT_TRUE(parsed("testing: { clock: true }\n").testing.clock);
    const Config stopping = parsed("testing: { stopAt: 'delivery.sent:3' }\n");
    ASSERT_TRUE(stopping.testing.stopAt);
    EXPECT_EQ(stopping.testing.stopAt->point, "delivery.sent");
    EXPECT_EQ(stopping.testing.stopAt->times, 3U);
    for (const char* wrong : {"somewhere", "answer:0", "answer:x", "answer:"}) {
        EXPECT_NE(mistakesOf("testing: { stopAt: '" + std::string(wrong) + "' }\n"), "") << wrong;
    }
    EXPECT_NE(mistakesOf("database: postgresql://svc@db/svc\ntesting: { stopAt: answer }\n"), "");
    EXPECT_EQ(mistakesOf("database: postgresql://svc@db/svc\ntesting:\n  clock: true\n"),
              "/etc/svc/svc.yaml:3: testing.clock: found true with a database that is not embedded, expected "
              "false: the clock of "
              "real data is never moved\n");
}

TEST(Config, MakesPasswordsLightWithAnEmbeddedDatabaseOnly) {
    EXPECT_FALSE(parsed("").testing.lightPasswords);
    EXPECT_TRUE(parsed("testing: { lightPasswords: true }\n").testing.lightPasswords);
    EXPECT_EQ(mistakesOf("database: postgresql://svc@db/svc\ntesting:\n  lightPasswords: true\n"),
              "/etc/svc/svc.yaml:3: testing.lightPasswords: found true with a database that is not embedded, "
              "expected false: passwords of real people are hashed at full cost\n");
}

TEST(Config, AsksForASenderWithAMailServer) {
    EXPECT_EQ(mistakesOf("mail:\n  smtp: smtp://mail.example:25\n"),
              "/etc/svc/svc.yaml:2: mail.smtp: found a server without mail.from, expected the sender's "
              "address in mail.from\n");
}

TEST(Config, TakesSecretsFromTheEnvironment) {
    const Config config =
        parsed("database: postgresql://svc:${DB_PASSWORD}@db/svc\nserver:\n  port: ${PORT}\n"
               "plugins:\n  enabled:\n    pay: { token: \"${TOKEN}\", plain: \"$${TOKEN}\" }\n",
               {{"DB_PASSWORD", "s3cret"}, {"PORT", "9001"}, {"TOKEN", "12345"}});
    EXPECT_EQ(config.database.url, "postgresql://svc:s3cret@db/svc");
    EXPECT_EQ(config.server.port, 9001);
    EXPECT_EQ(config.plugins.find("pay")->settings.dump(), R"({"token":"12345","plain":"${TOKEN}"})");
}

TEST(Config, NamesAVariableThatIsNotSet) {
    EXPECT_EQ(mistakesOf("mail:\n  smtp: \"smtp://u:${SMTP_PASSWORD}@h:25\"\n  from: a@b\n"),
              "/etc/svc/svc.yaml:2: mail.smtp: found ${SMTP_PASSWORD}, which is not set, expected the name "
              "of an environment "
              "variable that is set\n");
}

TEST(Config, NeverShowsASecretInAMessage) {
    const std::string text =
        mistakesOf("server:\n  threads: ${S}\n  address: ${S}\ndatabase: my${S}\nmail: { smtp: \"x${S}\" }\n"
                   "webhooks:\n  allow:\n    - ${S}\n",
                   {{"S", "hunter2"}});
    EXPECT_EQ(text.find("hunter2"), std::string::npos) << text;
    EXPECT_NE(text.find("found \"${S}\""), std::string::npos) << text;
}

TEST(Config, LetsTheEnvironmentWin) {
    const Config config = parsed("server: { port: 80 }\n", {{"SVC_PORT", "0"}, {"SVC_DATA", "/srv/svc/"}});
    EXPECT_EQ(config.server.port, 0);
    EXPECT_EQ(config.dataFolder, "/srv/svc");
    EXPECT_EQ(config.publicUrl(4711), "http://127.0.0.1:4711");
    EXPECT_EQ(mistakesOf("", {{"SVC_PORT", "http"}}),
              "environment: SVC_PORT: found \"http\", expected an integer from 0 to 65535\n");
}

TEST(Config, MakesAnAddressThatOneCanConnectTo) {
    EXPECT_EQ(parsed("server: { address: 0.0.0.0 }").publicUrl(80), "http://127.0.0.1:80");
    EXPECT_EQ(parsed("server: { address: \"::\" }").publicUrl(80), "http://[::1]:80");
}

TEST(Config, FindsItsFileByOptionThenVariableThenPlace) {
    EXPECT_EQ(configPath("a.yaml", with({{"SVC_CONFIG", "b.yaml"}})), "a.yaml");
    EXPECT_EQ(configPath("", with({{"SVC_CONFIG", "b.yaml"}})), "b.yaml");
    EXPECT_EQ(configPath("", with({})), "config/svc.yaml");
}

TEST(Config, ChecksSettingsOfAPluginAtTheirLines) {
    const Config config = parsed("plugins:\n  enabled:\n    sales:\n      required: true\n      limit: x\n");
    const PluginBlock& block = *config.plugins.find("sales");
    EXPECT_EQ(
        describe(checkAgainstSchema(block.node, Json::parse(R"({"type":"object","additionalProperties":false,
                  "properties":{"limit":{"type":"integer"}}})"),
                                    "svc.yaml", "plugins.enabled.sales")),
        "svc.yaml:5: plugins.enabled.sales.limit: found \"x\", expected an integer\n");
}

} // namespace
} // namespace svc::host::config
