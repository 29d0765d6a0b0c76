// `database: { migrations: command }`: the administrator migrates, the service never does.
#include <filesystem>
#include <fstream>

#include "faults/own_server.hpp"
#include "support/checks.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

/// A service whose administrator migrates, with the plugin `probe` in a folder to which a newer version of it
/// can be copied.
class Migrations : public ::testing::Test {
protected:
    Migrations() : service(options()) {}
    ~Migrations() override { fs::remove_all(plugins()); }

    fs::path plugins() const { return server.folder().string() + "-plugins"; }
    fs::path probe() const { return plugins() / "probe"; }

    ServiceOptions options() const {
        fs::remove_all(plugins());
        fs::create_directories(plugins());
        fs::copy(fs::path(SVC_TEST_PLUGINS) / "probe", probe(), fs::copy_options::recursive);
        ServiceOptions chosen = onServer(server.url());
        chosen.databaseKeys = "migrations: command";
        chosen.plugins = {"partners", "probe"};
        chosen.pluginFolders = {plugins()};
        chosen.startNow = false;
        return chosen;
    }

    /// The newer version of the probe comes with one migration of each phase.
    void upgradeProbe() const {
        std::ofstream(probe() / "migrations/0090_wider.sql")
            << "-- svc: phase=expand\nALTER TABLE probe.thing ADD COLUMN wider text;\n";
        std::ofstream(probe() / "migrations/0091_narrower.sql")
            << "-- svc: phase=contract\nALTER TABLE probe.thing DROP COLUMN wider;\n";
    }
    void downgradeProbe() const {
        fs::remove(probe() / "migrations/0090_wider.sql");
        fs::remove(probe() / "migrations/0091_narrower.sql");
    }

    /// Starts the service, which refuses; returns what it says.
    std::string refusedStart() {
        const Outcome outcome = runHost({"serve", "--config", service.configFile().string()},
                                        {"SVC_DATA=" + service.dataFolder().string()});
        EXPECT_EQ(outcome.code, 3) << outcome.output << outcome.errors;
        return outcome.errors;
    }

    OwnServer server;
    RunningService service;
};

TEST_F(Migrations, AreAppliedByTheCommandAloneHalfBeforeAndHalfAfterTheRestart) {
    // An empty database.
    EXPECT_EQ(service.startUntilItEnds(), 3);
    EXPECT_EQ(refusedStart().rfind("svc-host: migrations-pending:host:1: ", 0), 0U);
    EXPECT_EQ(service.sql("SELECT to_regclass('svc.company') IS NULL"), std::vector<std::string>{"t"});
    ASSERT_EQ(service.command({"migrate"}).first, 0);

    // A new version, then the one before on the wider schema.
    upgradeProbe();
    EXPECT_EQ(refusedStart(), "svc-host: migrations-pending:probe:90: 1 migrations of this version are not "
                              "applied: run svc-host migrate --phase expand, then start again\n");
    EXPECT_EQ(service.command({"migrate", "--phase", "expand"}).first, 0);
    downgradeProbe();
    service.start();
    EXPECT_EQ(service.anonymous().get("/ready").json["refusedPlugins"].size(), 0U);
    EXPECT_EQ(service.stop(), 0);

    upgradeProbe();
    service.start();
    EXPECT_NE(service.log().find("1 migrations of the phase contract are not applied"), std::string::npos)
        << service.log();
    service.createCompany("Side Street", "BE");
    EXPECT_EQ(service.command({"migrate", "--phase", "contract"}).first, 0);
    EXPECT_EQ(service.stop(), 0);
    service.start();
    EXPECT_EQ(service.log().find("phase contract"), std::string::npos) << service.log();
    EXPECT_EQ(service.stop(), 0);

    // From here on the version before is refused.
    downgradeProbe();
    service.start();
    const Json refused = service.anonymous().get("/ready").json["refusedPlugins"];
    EXPECT_EQ(refused.dump(), R"(["probe"])");
    EXPECT_NE(service.log().find("schema-too-new:probe:91: "), std::string::npos) << service.log();
}

} // namespace
} // namespace svc::test
