// svc-host check-config, and what the start refuses like it.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "commands_fixture.hpp"
#include "host/core/clock.hpp"
#include "support/tls_client.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

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
    const std::string missing = (folder / "missing.yaml").string();
    const Outcome absent = runHost({"check-config", missing}, environment());
    EXPECT_EQ(absent.code, 1);
    EXPECT_EQ(absent.output, missing + ": file: found nothing, expected the configuration of the service; "
                                       "--config FILE, or SVC_CONFIG, names it\n");
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
    EXPECT_EQ(start.errors, "svc-host: " + check.output);
}

TEST_F(Commands, ACertificateThatEndsSoonIsTold) {
    writeCertificate((folder / "cert.pem").string(), (folder / "key.pem").string(), "a day");
    const Outcome check = runHost(
        {"check-config", write("server: { tls: { certificate: cert.pem, key: key.pem } }\n")}, environment());
    EXPECT_EQ(check.code, 0) << check.output;
    const std::string date = (host::Clock().now() + Instant::Day).toString().substr(0, 10);
    EXPECT_NE(check.output.find(":1: server.tls.certificate: found " + (folder / "cert.pem").string() +
                                ", which is valid until " + date),
              std::string::npos)
        << check.output;
}

TEST_F(Commands, AValueThatIsToldAsWrongIsNotTriedFurther) {
    const Outcome check = runHost(
        {"check-config", write("security: { masterKeyFile: \"${NO_SUCH_VARIABLE}/master.key\" }\n"
                               "server: { port: 99999, tls: { certificate: none.pem, key: none.key } }\n"
                               "database: mysql://h/db\n")},
        environment());
    EXPECT_EQ(check.code, 1);
    EXPECT_EQ(std::count(check.output.begin(), check.output.end(), '\n'), 5) << check.output;
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

TEST_F(Commands, CheckConfigTellsOfADataFolderInWhichPostgreSqlCannotRun) {
    fs::create_directories(folder / "data/postgres/data");
    std::ofstream(folder / "data/postgres/data/PG_VERSION") << "14\n";
    const Outcome old = runHost({"check-config", write("")}, environment());
    EXPECT_EQ(old.code, 1);
    EXPECT_NE(old.output.find("is of PostgreSQL 14, the installed server is 15"), std::string::npos)
        << old.output;
    if (::geteuid() != 0) {
        return;
    }
    EXPECT_EQ(::chown((folder / "data/postgres").c_str(), 12345, 12345), 0);
    const Outcome owned = runHost({"check-config", write("database: embedded\n")}, environment());
    EXPECT_EQ(owned.code, 1);
    EXPECT_NE(owned.output.find(":1: database: found embedded, but "), std::string::npos) << owned.output;
    EXPECT_NE(owned.output.find("data/postgres belongs to another user"), std::string::npos) << owned.output;
    EXPECT_EQ(::chown((folder / "data/postgres").c_str(), 0, 0), 0);
    fs::permissions(folder, fs::perms::owner_all);
    const Outcome closed = runHost({"check-config", write("")}, environment());
    EXPECT_NE(closed.output.find("who may not enter " + folder.string()), std::string::npos) << closed.output;
}

} // namespace
} // namespace svc::test
