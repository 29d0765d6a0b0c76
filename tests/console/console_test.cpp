#include "support/program.hpp"
#include "support/running_service.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace svc::test {
namespace {

namespace fs = std::filesystem;

const fs::path Build = SVC_CONSOLE_BUILD;
const fs::path Sources = fs::path(SVC_SOURCE_TREE) / "plugins/console";

class Console : public testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists(Build / "application.stamp")) {
            GTEST_SKIP()
                << "the web console was not built: Node or npm is missing, see the output of the build";
        }
    }
};

TEST_F(Console, PassesItsUnitTests) {
    const Outcome tested = runProgram({"node", (Sources / "app/build.mjs").string(), "--test", "--modules",
                                       (Build / "packages/node_modules").string(), "--openapi",
                                       (Build / "openapi.json").string()});
    EXPECT_EQ(tested.code, 0) << tested.output << tested.errors;
}

/// The browser tests with their packages, in the build folder.
class Browser : public Console {
protected:
    void SetUp() override {
        Console::SetUp();
        if (IsSkipped()) {
            return;
        }
        if (runProgram({"chromium", "--version"}).code != 0) {
            GTEST_SKIP() << "the package chromium is not installed";
        }
        // The tests read the list of pages, which lies beside them.
        for (const char* part : {"tests", "app/src/shell"}) {
            fs::create_directories(folder / part);
            fs::copy(Sources / part, folder / part,
                     fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        }
        const Outcome fetched =
            runProgram({"npm", "ci", "--prefix", (folder / "tests").string(), "--ignore-scripts",
                        "--no-audit", "--no-fund", "--fetch-retries=0", "--fetch-timeout=20000"},
                       {"npm_config_cache=" + (folder / "cache").string()});
        if (fetched.code != 0) {
            GTEST_SKIP() << "the packages cannot be fetched: " << fetched.errors.substr(0, 300);
        }
    }

    const fs::path folder = SVC_TEST_CACHE;
};

TEST_F(Browser, PassesAllScenarios) {
    RunningService service;
    const Outcome run = runProgram({"node", (folder / "tests/run.mjs").string(), "--url",
                                    "http://127.0.0.1:" + std::to_string(service.port()), "--first-run",
                                    (service.dataFolder() / "first-run.json").string(), "--out",
                                    (folder / "pictures").string()});
    EXPECT_EQ(run.code, 0) << run.output << run.errors;
    EXPECT_EQ(service.stop(), 0);
}

} // namespace
} // namespace svc::test
