// The command line of svc-host.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "support/checks.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

class Commands : public ::testing::Test {
protected:
    Commands() { fs::create_directories(folder); }
    ~Commands() override { fs::remove_all(folder); }

    std::string write(const std::string& text) const {
        const fs::path file = folder / "svc.yaml";
        std::ofstream(file) << text;
        return file.string();
    }
    std::vector<std::string> environment() const { return {"SVC_DATA=" + (folder / "data").string()}; }

    const fs::path folder = fs::temp_directory_path() / unique("svc-commands");
};

TEST_F(Commands, HelpTellsEveryCommand) {
    const Outcome help = runHost({"--help"});
    EXPECT_EQ(help.code, 0);
    for (const char* command :
         {"serve", "check-config", "plugins list", "plugins describe", "plugins probe", "migrate",
          "company create", "regimes check", "openapi", "--config", "SVC_DATA", "SVC_PORT"}) {
        EXPECT_NE(help.output.find(command), std::string::npos) << command;
    }
}

TEST_F(Commands, WhatIsNotUnderstoodIsAMistakeOfUse) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"dance"},
                                               {"serve", "--fast"},
                                               {"company"},
                                               {"company", "create"},
                                               {"company", "create", "--name", "--country", "FR"},
                                               {"company", "create", "--name", "A", "--name", "B"},
                                               {"plugins"},
                                               {"regimes", "check"},
                                               {"migrate", "--phase", "x"}}) {
        const Outcome outcome = runHost(words, environment());
        EXPECT_EQ(outcome.code, 2) << words.front();
        EXPECT_NE(outcome.errors.find("--help"), std::string::npos) << outcome.errors;
        EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1) << outcome.errors;
        EXPECT_EQ(outcome.output, "");
    }
    EXPECT_EQ(runHost({"verfy"}).errors,
              "svc-host: unknown command verfy (did you mean \"verify\"?) (svc-host --help)\n");
    EXPECT_EQ(runHost({"migrate", "--dryrun"}).errors,
              "svc-host: unknown option --dryrun (did you mean \"dry-run\"?) (svc-host migrate --help)\n");
    EXPECT_EQ(runHost({"plugins", "lst"}).errors,
              "svc-host: unknown command plugins lst: expected plugins list, plugins describe, plugins probe "
              "(svc-host --help)\n");
}

TEST_F(Commands, EachCommandTellsItsArgumentsAndAnExample) {
    const std::vector<std::vector<std::string>> commands{{"serve"},
                                                         {"check-config"},
                                                         {"plugins", "list"},
                                                         {"plugins", "describe"},
                                                         {"plugins", "probe"},
                                                         {"migrate"},
                                                         {"company", "create"},
                                                         {"verify"},
                                                         {"regimes", "check"},
                                                         {"reencrypt"},
                                                         {"listen"},
                                                         {"openapi"}};
    for (const std::vector<std::string>& command : commands) {
        std::vector<std::string> longForm = command;
        longForm.push_back("--help");
        const Outcome help = runHost(longForm);
        const std::string name = command.size() == 1 ? command[0] : command[0] + ' ' + command[1];
        EXPECT_EQ(help.code, 0) << name;
        EXPECT_EQ(help.output.rfind("svc-host " + name, 0), 0U) << help.output;
        EXPECT_NE(help.output.find("\nExample:\n  "), std::string::npos) << name;
        EXPECT_EQ(help.errors, "") << name;
        std::vector<std::string> shortForm = command;
        shortForm.push_back("-h");
        EXPECT_EQ(runHost(shortForm).output, help.output) << name;
        std::vector<std::string> word = command;
        word.insert(word.begin(), "help");
        EXPECT_EQ(runHost(word).output, help.output) << name;
    }
    const Outcome group = runHost({"plugins", "--help"});
    EXPECT_EQ(group.code, 0);
    for (const char* name :
         {"svc-host plugins list", "svc-host plugins describe", "svc-host plugins probe"}) {
        EXPECT_NE(group.output.find(name), std::string::npos) << group.output;
    }
    EXPECT_EQ(runHost({"help", "dance"}).code, 2);
}

TEST_F(Commands, CheckConfigNamesFileLineKeyFoundAndExpected) {
    const std::string file = write("server: { address: 127.0.0.1, port: 99999 }\n"
                                   "databse: embedded\n"
                                   "testing: { clock: perhaps }\n"
                                   "plugins:\n"
                                   "  enabled:\n"
                                   "    partners: { colour: red }\n"
                                   "    unicorn: {}\n");
    const Outcome outcome = runHost({"check-config", file}, environment());
    EXPECT_EQ(outcome.code, 1);
    const auto line = [&](int number, const std::string& key) {
        const std::string start = file + ':' + std::to_string(number) + ": " + key + ": found ";
        const std::size_t at = outcome.output.find(start);
        ASSERT_NE(at, std::string::npos) << start << "\n" << outcome.output;
        const std::string text = outcome.output.substr(at, outcome.output.find('\n', at) - at);
        EXPECT_NE(text.find(", expected "), std::string::npos) << text;
    };
    line(1, "server.port");
    line(2, "databse");
    line(3, "testing.clock");
    const Outcome good = runHost(
        {"check-config", write("plugins: { enabled: { partners: {}, sales: {} } }\n")}, environment());
    EXPECT_EQ(good.code, 0) << good.output;
    EXPECT_NE(good.output.find("2 plugins enabled"), std::string::npos);
    EXPECT_EQ(runHost({"check-config", (folder / "missing.yaml").string()}, environment()).code, 1);
    EXPECT_EQ(runHost({"check-config", write("server: [\n")}, environment()).code, 1);
    EXPECT_FALSE(fs::exists(folder / "data")) << "a check writes nothing";
}

TEST_F(Commands, CheckConfigTellsAllMistakesAtOnce) {
    const std::string file = write("server: { port: 99999, tls: { certificate: none.pem, key: none.key } }\n"
                                   "mail: { smtp: \"${NO_SUCH_VARIABLE}\" }\n"
                                   "plugins:\n"
                                   "  folders: [ nowhere ]\n"
                                   "  enabled:\n"
                                   "    sales: {}\n"
                                   "    stays: {}\n");
    const Outcome outcome = runHost({"check-config", file}, environment());
    EXPECT_EQ(outcome.code, 1);
    for (const char* part :
         {":1: server.port: found", ":1: server.tls.certificate: found", ":1: server.tls.key: found",
          ":2: mail.smtp: found", "NO_SUCH_VARIABLE", ":4: plugins.folders: found",
          ":6: plugins.enabled.sales: found plugin sales requires plugin partners",
          ":7: plugins.enabled.stays: found plugin stays requires plugin partners"}) {
        EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
    }
    const Outcome tab = runHost({"check-config", write("server:\n\tport: 80\n")}, environment());
    EXPECT_EQ(tab.code, 1);
    EXPECT_NE(tab.output.find("svc.yaml:2: "), std::string::npos) << tab.output;
}

TEST_F(Commands, CheckConfigTellsOfAddressesKeysAndContractsThatTheStartWouldRefuse) {
    const auto complaint = [&](const std::string& text, std::vector<std::string> more = {}) {
        more.push_back("SVC_DATA=" + (folder / "data").string());
        const Outcome outcome = runHost({"check-config", write(text)}, more);
        EXPECT_EQ(outcome.code, 1) << text << outcome.output;
        return outcome.output;
    };
    EXPECT_NE(complaint("database: \"postgresql://h/db?sslmode=foo\"\n")
                  .find(":1: database: found another sslmode"),
              std::string::npos);
    EXPECT_NE(
        complaint("database: \"postgresql://u:p@h:99999/db\"\n").find(":1: database: found another port"),
        std::string::npos);
    EXPECT_NE(
        complaint("server: { publicUrl: \"http://${NOPE\" }\n").find("server.publicUrl: found ${ without }"),
        std::string::npos);
    EXPECT_NE(complaint("webhooks: { allow: [ \"h:0\" ] }\n").find("webhooks.allow[0]: found"),
              std::string::npos);
    EXPECT_NE(complaint("", {"SVC_MASTER_KEY=xyz"}).find("environment: SVC_MASTER_KEY: found"),
              std::string::npos);
    fs::create_directories(folder / "plugins/notes");
    std::ofstream(folder / "plugins/notes/plugin.yaml")
        << "id: notes\nversion: 1.0.0\nkind: module\nsdk: \"1.0\"\nname: { en: Notes, fr: Notes, de: Notizen "
           "}\n";
    std::ofstream(folder / "plugins/notes/openapi.yaml")
        << "openapi: 3.1.0\npaths:\n  /companies/{companyId}/notes:\n    gett: {}\n";
    const std::string wrong = complaint("plugins:\n  folders: [ plugins ]\n  enabled:\n    notes: {}\n");
    for (const char* part :
         {":4: plugins.enabled.notes: found mistakes in its files, expected a plugin whose "
          "files are right:\nplugin notes: notes/openapi.yaml:4: "
          "/companies/{companyId}/notes: unknown keyword gett (did you mean \"get\"?)\n",
          "notes/libnotes.so is missing"}) {
        EXPECT_NE(wrong.find(part), std::string::npos) << part << "\n" << wrong;
    }
}

TEST_F(Commands, CheckConfigAndServeTellTheSameOfWhatTheConfigurationNames) {
    for (const char* name : {"cert.pem", "key.pem", "ca.pem", "hooks.pem"}) {
        std::ofstream(folder / name) << "no PEM\n";
    }
    std::ofstream(folder / "data") << "a file where a folder should be\n";
    fs::create_directories(folder / "plugins/broken");
    std::ofstream(folder / "plugins/broken/plugin.yaml")
        << "id: broken\nversion: 1.0.0\nkind: module\nsdk: \"1.0\"\n"
           "name: { en: Broken, fr: Broken, de: Broken }\n";
    const std::string file = write("server:\n"
                                   "  address: 192.0.2.7\n"
                                   "  tls: { certificate: cert.pem,\n"
                                   "         key: key.pem }\n"
                                   "webhooks: { caFile: hooks.pem }\n"
                                   "mail: { smtp: \"smtp://mail.example:99999\", from: a@b.example,\n"
                                   "        caFile: ca.pem }\n"
                                   "plugins:\n"
                                   "  folders: [ plugins ]\n"
                                   "  enabled:\n"
                                   "    broken: {}\n"
                                   "    sales: {}\n"
                                   "    salles: {}\n");
    const Outcome check = runHost({"check-config", file}, environment());
    EXPECT_EQ(check.code, 1);
    const std::string place = (folder / "").string();
    for (const std::string& part :
         {file + ":2: server.address: found 192.0.2.7:8080: Cannot assign requested address, expected an "
                 "address of this machine",
          file + ":3: server.tls.certificate: found " + place + "cert.pem: no start line, expected",
          file + ":4: server.tls.key: found " + place + "key.pem: ",
          file + ":5: webhooks.caFile: found " + place + "hooks.pem: it holds no certificate, expected",
          file + ":6: mail.smtp: found ", file + ":7: mail.caFile: found " + place + "ca.pem: it holds no",
          "environment: SVC_DATA: found " + place + "data, which cannot be used: ",
          file + ":12: plugins.enabled.sales: found plugin sales requires plugin partners",
          file + ":13: plugins.enabled.salles: found salles, expected an installed plugin (did you mean "
                 "\"sales\"?): ",
          file + ":11: plugins.enabled.broken: found " + place +
              "plugins/broken/libbroken.so is missing: build the plugin"}) {
        EXPECT_NE(check.output.find(part), std::string::npos) << part << "\n" << check.output;
    }
    const Outcome start = runHost({"serve", "--config", file}, environment());
    EXPECT_EQ(start.code, 1);
    EXPECT_EQ(start.errors, "svc-host: " + check.output + '\n');
}

TEST_F(Commands, AValueThatIsToldAsWrongIsNotTriedFurther) {
    const Outcome check =
        runHost({"check-config", write("security: { masterKeyFile: \"${NO_SUCH_VARIABLE}/master.key\" }\n"
                                       "server: { tls: { certificate: none.pem, key: none.key } }\n")},
                environment());
    EXPECT_EQ(check.code, 1);
    EXPECT_EQ(std::count(check.output.begin(), check.output.end(), '\n'), 3) << check.output;
}

TEST_F(Commands, CheckConfigLoadsThePluginsWhenNothingElseIsWrong) {
    fs::create_directories(folder / "plugins/broken");
    std::ofstream(folder / "plugins/broken/plugin.yaml")
        << "id: broken\nversion: 1.0.0\nkind: module\nsdk: \"1.0\"\n"
           "name: { en: Broken, fr: Broken, de: Broken }\n";
    std::ofstream(folder / "plugins/broken/libbroken.so") << "not a library";
    const std::string file = write("plugins:\n  folders: [ plugins ]\n  enabled:\n    partners: {}\n"
                                   "    broken: { required: true }\n");
    const Outcome check = runHost({"check-config", file}, environment());
    EXPECT_EQ(check.code, 1);
    EXPECT_EQ(check.output, file + ":5: plugins.enabled.broken: found " +
                                (folder / "plugins/broken/libbroken.so").string() +
                                " is not a shared library of this machine's kind, expected a plugin whose "
                                "files are right\n");
}

TEST_F(Commands, WhatIsAcceptedButProbablyNotMeantIsTold) {
    const std::string note = ":1: security.signup: found confirmed without mail.smtp: nobody gets the mail "
                             "with the link, expected a mail server in mail.smtp, or true or false";
    const std::string file = write("security: { signup: confirmed }\n");
    const Outcome check = runHost({"check-config", file}, environment());
    EXPECT_EQ(check.code, 0);
    EXPECT_EQ(check.output.rfind(file + note + '\n', 0), 0U) << check.output;
    EXPECT_NE(check.output.find(": good, 0 plugins enabled"), std::string::npos) << check.output;

    const RunningService& service = sharedService();
    const Outcome used = runHost({"check-config", file}, {"SVC_DATA=" + (folder / "data").string(),
                                                          "SVC_PORT=" + std::to_string(service.port())});
    EXPECT_EQ(used.code, 0) << "the service itself may be running";
    EXPECT_NE(used.output.find("environment: SVC_PORT: found 127.0.0.1:" + std::to_string(service.port()) +
                               ": Address already in use, expected a free port, unless"),
              std::string::npos)
        << used.output;
    const Outcome start =
        runHost({"serve", "--config", file},
                {"SVC_DATA=" + (folder / "data").string(), "SVC_PORT=" + std::to_string(service.port())});
    EXPECT_EQ(start.code, 1);
    EXPECT_NE(start.errors.find("Address already in use, expected a free port"), std::string::npos)
        << start.errors;
    EXPECT_FALSE(fs::exists(folder / "data")) << "told before a database is made";
}

TEST_F(Commands, ASettingThatThePluginDoesNotKnowIsNamed) {
    const std::string file = write("plugins:\n  enabled:\n    partners: { colour: red }\n");
    const Outcome outcome = runHost({"check-config", file}, environment());
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.output.find(file + ":3: plugins.enabled.partners.colour: found "), std::string::npos)
        << outcome.output;
}

TEST_F(Commands, AnUnknownPluginIsNamed) {
    const Outcome outcome =
        runHost({"check-config", write("plugins:\n  enabled:\n    unicorn: {}\n")}, environment());
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.output.find("unicorn"), std::string::npos) << outcome.output;
}

TEST_F(Commands, AMissingRequirementNamesBothPlugins) {
    const std::string file = write("plugins: { enabled: { sales: {} } }\n");
    for (const char* command : {"check-config", "serve"}) {
        const Outcome outcome = runHost({command, "--config", file}, environment());
        EXPECT_EQ(outcome.code, 1) << command;
        const std::string text = outcome.output + outcome.errors;
        EXPECT_NE(text.find("sales"), std::string::npos) << text;
        EXPECT_NE(text.find("partners"), std::string::npos) << text;
    }
}

TEST_F(Commands, PluginsAreListedAndDescribed) {
    const std::string file = write("plugins: { enabled: { partners: {} } }\n");
    const Outcome list = runHost({"plugins", "list", "--config", file}, environment());
    EXPECT_EQ(list.code, 0) << list.output << list.errors;
    for (const char* id : {"partners", "stock", "treasury", "ledger", "sales"}) {
        EXPECT_NE(list.output.find(id), std::string::npos) << list.output;
    }
    const Outcome json = runHost({"plugins", "list", "--json", "--config", file}, environment());
    std::map<std::string, std::string> states;
    const Json plugins = Json::parse(json.output);
    for (const Json& plugin : plugins.items()) {
        states[plugin["id"].text()] = plugin["state"].text();
    }
    EXPECT_EQ(states["partners"], "enabled");
    EXPECT_EQ(states["ohada-accounting"], "available");
    const Outcome sales = runHost({"plugins", "describe", "sales", "--config", file}, environment());
    EXPECT_EQ(sales.code, 0);
    for (const char* text : {"createSale", "sales:create", "sale.created", "invoice"}) {
        EXPECT_NE(sales.output.find(text), std::string::npos) << sales.output;
    }
    const Outcome nobody = runHost({"plugins", "describe", "unicorn", "--config", file}, environment());
    EXPECT_EQ(nobody.code, 3);
    EXPECT_NE(nobody.errors.find("unicorn"), std::string::npos);
    EXPECT_FALSE(fs::exists(folder / "data"));
}

TEST_F(Commands, APluginThatCannotBeUsedIsListedWithTheReason) {
    fs::create_directories(folder / "more/broken");
    std::ofstream(folder / "more/broken/plugin.yaml") << "id: broken\nisolation: process\n";
    const std::string file = write("plugins: { folders: [ " + (folder / "more").string() + " ] }\n");
    const Outcome list = runHost({"plugins", "list", "--config", file}, environment());
    EXPECT_EQ(list.code, 3);
    EXPECT_NE(list.output.find("refused: broken: "), std::string::npos) << list.output;
    EXPECT_NE(list.output.find("isolation: found"), std::string::npos) << list.output;
    const Outcome probe = runHost({"plugins", "probe", "/no/library.so", "/bin/true"}, environment());
    EXPECT_EQ(probe.code, 3);
    EXPECT_NE(probe.output.find("/no/library.so: refused: "), std::string::npos) << probe.output;
    EXPECT_NE(probe.output.find("/bin/true: refused: "), std::string::npos) << "the next one too";
}

TEST_F(Commands, ADryRunOfMigrateTellsWhatWouldBeApplied) {
    const std::string file = write("plugins: { enabled: { partners: {} } }\n");
    const Outcome dry = runHost({"migrate", "--dry-run", "--config", file}, environment());
    ASSERT_EQ(dry.code, 0) << dry.output << dry.errors;
    EXPECT_NE(dry.output.find("host 1 "), std::string::npos) << dry.output;
    EXPECT_NE(dry.output.find("partners 1 "), std::string::npos) << dry.output;
    EXPECT_NE(dry.output.find("migrations would be applied"), std::string::npos);
    const Outcome real = runHost({"migrate", "--config", file}, environment());
    EXPECT_EQ(real.code, 0) << real.errors;
    const Outcome again = runHost({"migrate", "--dry-run", "--config", file}, environment());
    EXPECT_NE(("\n" + again.output).find("\n0 migrations would be applied"), std::string::npos)
        << again.output;
}

TEST_F(Commands, MigrateFailsForAPluginWhoseMigrationsAreUnknownAlsoInADryRun) {
    const fs::path broken = folder / "more/broken";
    fs::create_directories(broken);
    std::ofstream(broken / "plugin.yaml") << R"(id: broken
version: 1.0.0
kind: module
sdk: "1.0"
name: { en: Broken, fr: Broken, de: Broken }
requires: []
settings: { type: object, additionalProperties: false, properties: {} }
library: libbroken.so
)";
    std::ofstream(broken / "libbroken.so") << "not a library";
    const std::string file = write("plugins: { folders: [ " + (folder / "more").string() +
                                   " ], enabled: { partners: {}, broken: {} } }\n");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"migrate", "--dry-run", "--config", file}, {"migrate", "--config", file}}) {
        const Outcome outcome = runHost(words, environment());
        EXPECT_EQ(outcome.code, 3) << outcome.output << outcome.errors;
        EXPECT_NE(outcome.output.find("refused: broken: "), std::string::npos) << outcome.output;
        EXPECT_NE(outcome.output.find("partners 1 "), std::string::npos) << outcome.output;
    }
}

TEST_F(Commands, ACommandBesideTheServiceAppliesNoMigration) {
    const std::string file = write("plugins: { enabled: { partners: {}, sales: {}, documents: {}, "
                                   "compliance: {}, pt-certified: {} } }\n");
    const std::vector<std::string> check{"regimes", "check", "pt-certified", "--config", file};
    const std::vector<std::string> create{"company",   "create", "--name",        "X",
                                          "--country", "PT",     "--owner-email", "x@example.test",
                                          "--config",  file};
    // A mistyped folder does not become a new service.
    for (const std::vector<std::string>& words : {check, create, {"reencrypt", "--config", file}}) {
        const Outcome outcome = runHost(words, environment());
        EXPECT_EQ(outcome.code, 1) << words.front();
        EXPECT_NE(outcome.errors.find("there is no data of a service in "), std::string::npos)
            << outcome.errors;
    }
    const Outcome dry = runHost({"migrate", "--dry-run", "--config", file}, environment());
    EXPECT_NE(dry.output.find("host 1 "), std::string::npos) << dry.output;
    for (const std::vector<std::string>& more : {std::vector<std::string>(), {"--without-modules"}}) {
        std::vector<std::string> words{"verify", "--config", file};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome empty = runHost(words, environment());
        EXPECT_EQ(empty.code, 1);
        EXPECT_EQ(empty.errors.rfind("svc-host: the database is empty: nothing was migrated yet", 0), 0U)
            << empty.errors;
        EXPECT_EQ(empty.output, "");
    }
    for (const std::vector<std::string>& words : {check, create}) {
        const Outcome outcome = runHost(words, environment());
        EXPECT_EQ(outcome.code, 1) << words.front();
        EXPECT_NE(outcome.errors.find("migrations are pending"), std::string::npos) << outcome.errors;
        EXPECT_NE(outcome.errors.find("the first is host 1 "), std::string::npos) << outcome.errors;
    }
}

TEST_F(Commands, ACompanyIsMadeWhileTheServiceRuns) {
    RunningService& service = sharedService();
    const Json made = service.createCompany("Side Street", "BE");
    for (const char* field : {"baseUrl", "companyId", "businessUnitId", "locationId", "cashWalletId",
                              "bankWalletId", "ownerEmail", "ownerPassword", "liveKey", "testKey"}) {
        EXPECT_TRUE(made[field].isString()) << field;
    }
    EXPECT_EQ(made.members().size(), service.firstRun().members().size());
    HttpClient live = service.client(made.textOr("liveKey"));
    EXPECT_EQ(live.get("/companies/" + made.textOr("companyId")).json["country"].text(), "BE");
    EXPECT_EQ(live.post("/companies/" + made.textOr("companyId") + "/sales", smallSale()).status, 201);
    HttpClient owner = service.anonymous();
    EXPECT_EQ(owner
                  .post("/auth/login", Json::object({{"email", made.textOr("ownerEmail")},
                                                     {"password", made.textOr("ownerPassword")}}))
                  .status,
              200);
    const auto refusal = [&service](const std::string& country, const std::string& address) {
        const Outcome outcome = runHost({"company", "create", "--name", "X", "--country", country,
                                         "--owner-email", address, "--config", service.configFile().string()},
                                        {"SVC_DATA=" + service.dataFolder().string()});
        EXPECT_EQ(outcome.code, 3) << outcome.output;
        return outcome.errors;
    };
    EXPECT_EQ(refusal("ZZ", "x@example.test"),
              "svc-host: --country is not accepted: country-unsupported:ZZ\n");
    EXPECT_EQ(refusal("FR", "x"), "svc-host: --owner-email is not accepted: field-invalid:ownerEmail\n");
}

TEST_F(Commands, TheFirstStartLeavesAPrivateFile) {
    RunningService& service = sharedService();
    const fs::path file = service.dataFolder() / "first-run.json";
    EXPECT_EQ(fs::status(file).permissions() & fs::perms::all,
              fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(service.anonymous().get("/health").status, 200);
    HttpClient live = service.live();
    EXPECT_GT(live.get(service.company("/items")).json.size(), 0U);
    EXPECT_GT(live.get(service.company("/partners")).json.size(), 0U);
    std::map<std::string, std::string> kinds;
    for (const Json& wallet : rowsOf(live.get(service.company("/wallets")).json)) {
        kinds[wallet["id"].text()] = wallet["kind"].text();
    }
    EXPECT_EQ(kinds[service.value("cashWalletId")], "cash");
    EXPECT_EQ(kinds[service.value("bankWalletId")], "bank");
    EXPECT_EQ(service.value("baseUrl").rfind("http://", 0), 0U);
}

TEST_F(Commands, ASecondServiceOnTheSameDataIsRefused) {
    RunningService& service = sharedService();
    const Outcome second =
        runProgram({"timeout", "60", hostProgram(), "serve", "--config", service.configFile().string()},
                   {"SVC_DATA=" + service.dataFolder().string()});
    EXPECT_EQ(second.code, 1);
    EXPECT_FALSE(second.errors.empty());
    EXPECT_EQ(service.anonymous().get("/ready").status, 200);
}

} // namespace
} // namespace svc::test
