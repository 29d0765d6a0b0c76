#include "host/db/tests/scratch_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace svc::host::db::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

EmbeddedOptions in(const std::filesystem::path& folder) {
    EmbeddedOptions options;
    options.dataFolder = folder;
    return options;
}

// Not durable, which is faster; for tests that do not check what a crash leaves.
EmbeddedOptions quickIn(const std::filesystem::path& folder) {
    EmbeddedOptions options = in(folder);
    options.durable = false;
    return options;
}

Connection asOwner(const Access& access) {
    return Connection(ScratchCluster::optionsFor(access.owner));
}

// Repeats until it is true or twenty seconds have passed.
template <typename Check>
bool eventually(const Check& check) {
    for (int i = 0; i < 1000; ++i) {
        if (check())
            return true;
        std::this_thread::sleep_for(20ms);
    }
    return false;
}

TEST(EmbeddedServer, KeepsItsDataAcrossAStopAndAStart) {
    const ScratchFolder folder;
    {
        const auto server = EmbeddedServer::start(in(folder.path()));
        asOwner(server->access()).script("CREATE SCHEMA a; CREATE TABLE a.b AS SELECT 42 AS c");
        EXPECT_EQ(asOwner(server->access()).query("SHOW fsync").text(0, 0), "on");
        EXPECT_EQ(asOwner(server->access()).query("SHOW synchronous_commit").text(0, 0), "on");
        EXPECT_EQ(asOwner(server->access()).query("SHOW listen_addresses").text(0, 0), "");
        EXPECT_EQ(asOwner(server->access()).query("SHOW jit").text(0, 0), "off");
    }
    EXPECT_FALSE(EmbeddedServer::attach(folder.path()));
    const auto server = EmbeddedServer::start(in(folder.path()));
    EXPECT_EQ(asOwner(server->access()).query("SELECT c FROM a.b").text(0, 0), "42");
    EXPECT_EQ(server->restarts(), 0U);
}

TEST(EmbeddedServer, IsStartedAgainWhenItIsKilled) {
    const ScratchFolder folder;
    const auto server = EmbeddedServer::start(in(folder.path()));
    asOwner(server->access()).script("CREATE SCHEMA a; CREATE TABLE a.b AS SELECT 42 AS c");
    PoolOptions options;
    options.connection = ScratchCluster::optionsFor(server->access().owner);
    options.acquireTimeout = 20s;
    Pool pool(options);
    for (std::uint64_t round = 1; round <= 2; ++round) {
        ASSERT_EQ(Transaction(pool).query("SELECT c FROM a.b").text(0, 0), "42");
        ::kill(server->postmasterPid(), SIGKILL);
        ASSERT_TRUE(eventually([&] { return server->restarts() == round; }));
        // The idle connection is dead; the pool notices and reconnects when the server is back.
        EXPECT_EQ(Transaction(pool).query("SELECT c FROM a.b").text(0, 0), "42");
    }
}

TEST(EmbeddedServer, IsFoundByAnotherProcessWhileItRuns) {
    const ScratchFolder folder;
    EXPECT_FALSE(EmbeddedServer::attach(folder.path()));
    const auto server = EmbeddedServer::start(quickIn(folder.path()));
    const auto access = EmbeddedServer::attach(folder.path());
    ASSERT_TRUE(access);
    EXPECT_EQ(Connection(ScratchCluster::optionsFor(access->app)).query("SELECT current_user").text(0, 0),
              "svc_app");
}

TEST(EmbeddedServer, TwoHostsDoNotShareAFolder) {
    const ScratchFolder folder;
    const auto server = EmbeddedServer::start(quickIn(folder.path()));
    try {
        EmbeddedServer::start(quickIn(folder.path()));
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("another svc-host"));
    }
}

TEST(EmbeddedServer, StaleFilesOfAKilledServerAreRemoved) {
    const ScratchFolder folder;
    EmbeddedServer::start(quickIn(folder.path()))->stop();
    // A stale file that names a living process of another program, as after a restart of the machine.
    writeFile(folder.path() / "postgres" / "data" / "postmaster.pid",
              std::to_string(::getpid()) + "\n/elsewhere\n");
    writeFile(folder.path() / "postgres" / "run" / ".s.PGSQL.5432.lock", std::to_string(::getpid()) + "\n");
    const auto server = EmbeddedServer::start(quickIn(folder.path()));
    EXPECT_EQ(asOwner(server->access()).query("SELECT 1").text(0, 0), "1");
}

TEST(EmbeddedServer, AFolderWithAVeryLongPathIsReachedAllTheSame) {
    const ScratchFolder scratch;
    std::filesystem::path folder = scratch.path();
    for (int i = 0; i < 4; ++i)
        folder /= std::string(40, 'd');
    std::filesystem::create_directories(folder);
    for (std::filesystem::path part = folder; part != scratch.path(); part = part.parent_path())
        ::chmod(part.c_str(), 0711);
    const auto server = EmbeddedServer::start(quickIn(folder));
    EXPECT_EQ(asOwner(server->access()).query("SELECT 1").text(0, 0), "1");
}

TEST(EmbeddedServer, AFolderThatItsUserMayNotEnterIsExplained) {
    if (::geteuid() != 0)
        GTEST_SKIP() << "only the user root gives the cluster to another user";
    const ScratchFolder scratch;
    const std::filesystem::path folder = scratch.path() / "home" / "var";
    std::filesystem::create_directories(folder);
    ::chmod((scratch.path() / "home").c_str(), 0700);
    try {
        EmbeddedServer::start(quickIn(folder));
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("who may not enter " + (scratch.path() / "home").string() + ";"));
        EXPECT_THAT(error.what(), HasSubstr("set SVC_DATA to a folder"));
    }
}

TEST(EmbeddedServer, ADataFolderOfItsOwnThatIsClosedIsOpenedForPassing) {
    const ScratchFolder scratch;
    const std::filesystem::path folder = scratch.path() / "var";
    std::filesystem::create_directories(folder);
    ::chmod(folder.c_str(), 0700);
    const auto server = EmbeddedServer::start(quickIn(folder));
    EXPECT_EQ(asOwner(server->access()).query("SELECT 1").text(0, 0), "1");
}

// Starts the host as a separate process that can be killed: it prints nothing and runs until then.
pid_t startHost(const std::filesystem::path& folder) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl("/proc/self/exe", "embedded_host", "--run-host", folder.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    return pid;
}

TEST(EmbeddedServer, StopsAndRecoversWhenItsHostIsKilled) {
    const ScratchFolder folder;
    for (const bool killBoth : {false, true, false}) {
        const pid_t host = startHost(folder.path());
        ASSERT_TRUE(eventually([&] { return EmbeddedServer::attach(folder.path()).has_value(); }));
        std::ifstream file(folder.path() / "postgres" / "data" / "postmaster.pid");
        int postmaster = 0;
        file >> postmaster;
        ASSERT_GT(postmaster, 1);
        if (killBoth)
            ::kill(postmaster, SIGKILL);
        ::kill(host, SIGKILL);
        ::waitpid(host, nullptr, 0);
        // This test does not wait for the old server: the next host has to.
    }
    const auto server = EmbeddedServer::start(in(folder.path()));
    EXPECT_EQ(asOwner(server->access()).query("SELECT 1").text(0, 0), "1");
}

TEST(EmbeddedServer, EndsByItselfWhenItsHostIsKilled) {
    const ScratchFolder folder;
    const pid_t host = startHost(folder.path());
    ASSERT_TRUE(eventually([&] { return EmbeddedServer::attach(folder.path()).has_value(); }));
    ::kill(host, SIGKILL);
    ::waitpid(host, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return !EmbeddedServer::attach(folder.path()).has_value(); }));
    EXPECT_TRUE(
        eventually([&] { return !std::filesystem::exists(folder.path() / "postgres/data/postmaster.pid"); }));
}

} // namespace
} // namespace svc::host::db::testing

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--run-host") {
        svc::host::db::EmbeddedOptions options;
        options.dataFolder = argv[2];
        const auto server = svc::host::db::EmbeddedServer::start(options);
        for (;;)
            ::pause();
    }
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
