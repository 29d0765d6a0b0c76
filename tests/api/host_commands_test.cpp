// The command line of svc-host.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "commands_fixture.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

/// The commands of svc-host in words.
const std::vector<std::vector<std::string>>& allCommands() {
    static const std::vector<std::vector<std::string>> commands{{"serve"},
                                                                {"check-config"},
                                                                {"plugins", "list"},
                                                                {"plugins", "describe"},
                                                                {"plugins", "probe"},
                                                                {"plugins", "pack"},
                                                                {"plugins", "sign"},
                                                                {"plugins", "verify"},
                                                                {"plugins", "install"},
                                                                {"plugins", "upgrade"},
                                                                {"plugins", "rollback"},
                                                                {"plugins", "remove"},
                                                                {"plugins", "permissions"},
                                                                {"plugins", "prune"},
                                                                {"migrate"},
                                                                {"company", "create"},
                                                                {"backup"},
                                                                {"verify"},
                                                                {"regimes", "check"},
                                                                {"reencrypt"},
                                                                {"listen"},
                                                                {"openapi"}};
    return commands;
}

std::string nameOf(const std::vector<std::string>& command) {
    return command.size() == 1 ? command[0] : command[0] + ' ' + command[1];
}

TEST_F(Commands, HelpTellsEveryCommand) {
    const Outcome help = runHost({"--help"});
    EXPECT_EQ(help.code, 0);
    for (const std::vector<std::string>& command : allCommands()) {
        EXPECT_NE(help.output.find(nameOf(command)), std::string::npos) << nameOf(command);
    }
    for (const char* word : {"--config", "SVC_DATA", "SVC_PORT"}) {
        EXPECT_NE(help.output.find(word), std::string::npos) << word;
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
                                               {"reencrypt", "--add-key", "--retire-old"},
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
    EXPECT_EQ(
        runHost({"plugins", "lst"}).errors,
        "svc-host: unknown command plugins lst: expected plugins list, plugins describe, plugins probe, "
        "plugins pack, plugins sign, plugins verify, plugins install, plugins upgrade, plugins rollback, "
        "plugins remove, plugins permissions, plugins prune (svc-host --help)\n");
}

TEST_F(Commands, EachCommandTellsItsArgumentsAndAnExample) {
    for (const std::vector<std::string>& command : allCommands()) {
        std::vector<std::string> longForm = command;
        longForm.push_back("--help");
        const Outcome help = runHost(longForm);
        const std::string name = nameOf(command);
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
