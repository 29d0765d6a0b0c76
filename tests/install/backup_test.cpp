// `svc-host backup DIR`.
#include <filesystem>
#include <fstream>
#include <memory>

#include "faults/own_server.hpp"
#include "host/db/client_programs.hpp"
#include "support/checks.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

/// A service on a database server of its own, for all tests here, and a folder for backups.
class Backup : public ::testing::Test {
protected:
    struct Shop {
        OwnServer server;
        RunningService service{options(server.url())};
    };

    static void SetUpTestSuite() { shop = std::make_unique<Shop>(); }
    static void TearDownTestSuite() { shop.reset(); }
    Backup() { fs::create_directories(folder); }
    ~Backup() override { fs::remove_all(folder); }

    static ServiceOptions options(const std::string& url) {
        ServiceOptions chosen = onServer(url);
        chosen.plugins = {"partners", "stock", "treasury", "ledger", "sales"};
        return chosen;
    }
    /// What is in the folder of the backups.
    std::vector<std::string> backups() const {
        std::vector<std::string> names;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
            names.push_back(entry.path().filename());
        }
        return names;
    }
    static Outcome backup(const fs::path& target, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words{"backup", target.string(), "--config",
                                       shop->service.configFile().string()};
        words.insert(words.end(), more.begin(), more.end());
        return runHost(words, {"SVC_DATA=" + shop->service.dataFolder().string()});
    }
    /// Runs a statement as the superuser of the server.
    static void administer(const std::string& statement) {
        const host::db::Login login{shop->server.url(), {}};
        host::db::runClientProgram("psql", {"--quiet", "--set=ON_ERROR_STOP=1", "--command=" + statement},
                                   &login);
    }

    static inline std::unique_ptr<Shop> shop;
    const fs::path folder = fs::temp_directory_path() / unique("svc-backups");
};

TEST_F(Backup, OfAFolderThatIsThereIsRefused) {
    fs::create_directories(folder / "old");
    const Outcome refused = backup(folder / "old/");
    EXPECT_EQ(refused.code, 3);
    EXPECT_EQ(refused.errors,
              "svc-host: refused: " + (folder / "old").string() + " is there already: name a new folder\n");
    EXPECT_EQ(backup(folder / "none/new").code, 1); // its parent is not there
    EXPECT_EQ(backup(folder / "rows", {"--enable-row-security"}).code, 2);
    EXPECT_EQ(backups(), std::vector<std::string>{"old"});
}

TEST_F(Backup, ThatWouldLackRowsFailsAndLeavesNothing) {
    administer("ALTER ROLE svc_backup NOBYPASSRLS");
    const Outcome failed = backup(folder / "partial");
    EXPECT_EQ(failed.code, 1) << failed.output;
    EXPECT_EQ(failed.errors,
              "svc-host: the role svc_backup may not bypass row-level security, so that it would not see all "
              "rows; let a superuser run: ALTER ROLE svc_backup BYPASSRLS\n");
    EXPECT_EQ(backups(), std::vector<std::string>{});
    administer("ALTER ROLE svc_backup BYPASSRLS");
    EXPECT_EQ(backup(folder / "whole").code, 0);
}

TEST_F(Backup, IsRestoredWithAllRowsAndAgreesThere) {
    ASSERT_EQ(shop->service.live().post(shop->service.company("/sales"), smallSale()).status, 201);
    const Outcome made = backup(folder / "first");
    ASSERT_EQ(made.code, 0) << made.output << made.errors;
    EXPECT_EQ(backups(), std::vector<std::string>{"first"});
    EXPECT_EQ(fs::status(folder / "first").permissions() & fs::perms::all, fs::perms::owner_all);
    std::ifstream file(folder / "first" / "contents.json");
    const Json contents =
        Json::parse(std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
    EXPECT_EQ(contents["rows"]["svc.company"].integer(), 1);
    EXPECT_EQ(contents["rows"]["sales.sale"].integer(),
              std::stoll(shop->service.sql("SELECT count(*) FROM sales.sale").front()));
    EXPECT_EQ(contents["plugins"].size(), 5U);
    EXPECT_EQ(contents["database"]["sha256"].text().size(), 64U);

    administer("CREATE DATABASE copy OWNER svc_owner");
    std::string copy = shop->server.url();
    copy.replace(copy.find("/shop?"), 6, "/copy?");
    const host::db::Login login{copy, {}};
    host::db::runClientProgram("pg_restore", {"--exit-on-error", (folder / "first/database.dump").string()},
                               &login);
    ServiceOptions restored = options(shop->server.url());
    restored.database = copy;
    restored.startNow = false;
    restored.dataFolder = shop->service.dataFolder(); // the same master key
    EXPECT_EQ(shop->service.stop(), 0);
    RunningService again(restored);
    again.start();
    const auto [code, output] = again.command({"verify"});
    EXPECT_EQ(code, 0) << output;
    EXPECT_EQ(again.live().get(again.company("/sales")).json.size(), 1U);
}

TEST(ClientPrograms, ThatFailAreNotTakenForGood) {
    EXPECT_THROW(host::db::runClientProgram("pg_dump", {"--no-such-option"}, nullptr), std::runtime_error);
    EXPECT_THROW(host::db::runClientProgram("pg_no_such_program", {}, nullptr), std::runtime_error);
}

} // namespace
} // namespace svc::test
