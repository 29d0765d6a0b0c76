#include "host/db/connection_string.hpp"
#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace svc::host::db::testing {
namespace {

using namespace std::chrono_literals;

const ::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new SharedCluster);

// Ends a backend as an administrator (or a restart of the server) would, and waits until it is gone.
void terminateBackend(int pid) {
    Connection superuser(ScratchCluster::optionsFor(shared().superuser()));
    superuser.query("SELECT pg_terminate_backend($1::integer, 5000)", {std::to_string(pid)});
}

TEST(Pool, NeverHasMoreConnectionsThanItsSize) {
    const std::unique_ptr<Pool> pool = shared().makePool(3);
    std::atomic<int> most = 0;
    std::atomic<int> now = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 12; ++i)
        threads.emplace_back([&] {
            for (int turn = 0; turn < 10; ++turn) {
                const Lease lease = pool->acquire();
                const int users = ++now;
                int seen = most;
                while (seen < users && !most.compare_exchange_weak(seen, users)) {
                }
                lease->query("SELECT pg_sleep(0.001)");
                --now;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_LE(most, 3);
    const PoolCounters counters = pool->counters();
    EXPECT_LE(counters.connects, 3U);
    EXPECT_EQ(counters.acquired, 120U);
    EXPECT_GT(counters.waits, 0U);
    EXPECT_EQ(counters.inUse, 0U);
    EXPECT_EQ(counters.waiting, 0U);
}

TEST(Pool, WaitsNoLongerThanAllowed) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    const Lease lease = pool->acquire();
    EXPECT_THROW(pool->acquire(30ms), PoolTimeout);
    EXPECT_EQ(pool->counters().timeouts, 1U);
    EXPECT_EQ(pool->counters().waiting, 0U);
}

TEST(Pool, ServesThoseWhoWaitInTheirOrder) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    Lease lease = pool->acquire();
    std::vector<int> order;
    std::vector<std::thread> threads;
    for (int i = 0; i < 5; ++i) {
        threads.emplace_back([&, i] {
            const Lease mine = pool->acquire();
            order.push_back(i); // guarded by holding the only connection
        });
        while (pool->counters().waiting < static_cast<std::size_t>(i) + 1)
            std::this_thread::yield();
    }
    lease.giveBack();
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(Pool, LeavesConnectionsToOthersWhenOneCompanyHoldsItsShare) {
    PoolOptions options;
    options.connection = ScratchCluster::optionsFor(shared().access().app);
    options.size = 4;
    options.companyPercent = 75;
    options.acquireTimeout = 50ms;
    Pool pool(options);
    EXPECT_EQ(pool.counters().share, 3U);
    std::vector<Lease> noisy;
    for (int i = 0; i < 3; ++i)
        noisy.push_back(pool.acquireFor("noisy"));
    EXPECT_THROW(pool.acquireFor("noisy"), CompanyShareTaken);
    EXPECT_EQ(pool.counters().shareTimeouts, 1U);
    {
        const Lease quiet = pool.acquireFor("quiet");
        EXPECT_THROW(pool.acquireFor("third"), PoolTimeout) << "all are in use";
    }
    const Lease ofNobody = pool.acquire();
    noisy.pop_back();
    EXPECT_TRUE(pool.acquireFor("noisy"));
}

TEST(Pool, GivesWhatComesFreeToTheCompanyThatHoldsTheFewest) {
    const std::unique_ptr<Pool> pool = shared().makePool(2);
    std::vector<Lease> noisy;
    noisy.push_back(pool->acquireFor("noisy"));
    noisy.push_back(pool->acquireFor("noisy"));
    std::vector<std::string> order;
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (const char* company : {"noisy", "noisy", "quiet"}) {
        const std::size_t before = pool->counters().waiting;
        threads.emplace_back([&, company] {
            const Lease mine = pool->acquireFor(company);
            const std::lock_guard lock(mutex);
            order.emplace_back(company);
        });
        while (pool->counters().waiting <= before)
            std::this_thread::yield();
    }
    noisy.pop_back();
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(order.front(), "quiet");
    EXPECT_EQ(order.size(), 3U);
}

TEST(Pool, ReplacesAConnectionThatDiedWhileIdle) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    terminateBackend(pool->acquire()->backendPid());
    EXPECT_EQ(pool->acquire()->query("SELECT 1").text(0, 0), "1");
    EXPECT_EQ(pool->counters().discarded, 1U);
    EXPECT_EQ(pool->counters().connects, 2U);
    EXPECT_EQ(pool->counters().open, 1U);
}

TEST(Pool, AConnectionThatDiesInATransactionIsReportedAndReplaced) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    {
        Transaction transaction(*pool, SharedCluster::First);
        const Rows rows = transaction.query("SELECT pg_backend_pid()");
        terminateBackend(std::stoi(std::string(rows.text(0, 0))));
        try {
            transaction.query("SELECT 1");
            FAIL();
        } catch (const ConnectionLost& error) {
            EXPECT_EQ(error.sqlState(), "57P01");
            EXPECT_FALSE(error.duringCommit());
        }
    }
    Transaction transaction(*pool, SharedCluster::First);
    EXPECT_EQ(transaction.query("SELECT 1").text(0, 0), "1");
}

TEST(Pool, ACommitWhoseAnswerIsLostIsReportedAsSuch) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    Transaction transaction(*pool, SharedCluster::First);
    const Rows rows = transaction.query("SELECT pg_backend_pid()");
    terminateBackend(std::stoi(std::string(rows.text(0, 0))));
    try {
        transaction.commit();
        FAIL();
    } catch (const ConnectionLost& error) {
        EXPECT_TRUE(error.duringCommit());
    }
}

TEST(Pool, TakesBackAnOpenTransactionRolledBack) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    {
        const Lease lease = pool->acquire();
        lease->query("BEGIN");
    }
    EXPECT_FALSE(pool->acquire()->inTransaction());
    EXPECT_EQ(pool->counters().connects, 1U);
}

TEST(Pool, SaysThatTheServerIsAwayWithinItsTime) {
    PoolOptions options;
    options.connection.login.connectionString = "postgresql://nobody:secret@127.0.0.1:1/none";
    options.acquireTimeout = 300ms;
    Pool pool(options);
    const auto began = std::chrono::steady_clock::now();
    try {
        pool.acquire();
        FAIL();
    } catch (const ConnectionLost& error) {
        EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("refused"), std::string::npos) << error.what();
    }
    EXPECT_LT(std::chrono::steady_clock::now() - began, 5s);
    EXPECT_GT(pool.counters().connectFailures, 1U);
    EXPECT_EQ(pool.counters().inUse, 0U);
}

TEST(Connection, GoesToTheServerOfSeveralThatCanBeWrittenTo) {
    ConnectionOptions options;
    const auto keywords = [&](const std::string& url) {
        options.login.connectionString = url;
        return ' ' + connectionKeywords(options) + ' ';
    };
    const std::string several = keywords("postgresql://svc@one.example:5432,two.example:5433/svc");
    EXPECT_NE(several.find(" host=one.example,two.example "), std::string::npos) << several;
    EXPECT_NE(several.find(" port=5432,5433 "), std::string::npos) << several;
    EXPECT_NE(several.find(" target_session_attrs=read-write "), std::string::npos) << several;
    EXPECT_EQ(keywords("postgresql://svc@one.example/svc").find("target_session_attrs"), std::string::npos);
    EXPECT_NE(keywords("postgresql://svc@one,two/svc?target_session_attrs=any").find("attrs=any "),
              std::string::npos);
}

TEST(Connection, WaitsForTheDiskAlsoWhereTheServerDoesNot) {
    const auto commitOf = [](const std::string& more) {
        Login login = shared().access().app;
        login.connectionString += more;
        return std::string(
            Connection(ScratchCluster::optionsFor(login)).query("SHOW synchronous_commit").text(0, 0));
    };
    EXPECT_EQ(commitOf("&options=-csynchronous_commit%3Doff"), "on");
    EXPECT_EQ(commitOf("&options=-csynchronous_commit%3Dremote_apply"), "remote_apply");
}

TEST(Connection, AnAddressThatCannotBeReadDoesNotShowItsPassword) {
    ConnectionOptions options;
    options.login.connectionString = "postgresql://user:secret@[bad/name";
    try {
        Connection connection(options);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos);
    }
}

TEST(Connection, AStatementThatTakesTooLongIsCancelled) {
    ConnectionOptions options = ScratchCluster::optionsFor(shared().access().app);
    options.statementTimeout = 50ms;
    Connection connection(options);
    try {
        connection.query("SELECT pg_sleep(5)");
        FAIL();
    } catch (const Error& error) {
        EXPECT_TRUE(error.timedOut());
        EXPECT_EQ(error.sqlState(), "57014");
    }
    EXPECT_EQ(connection.query("SELECT 1").text(0, 0), "1");
}

TEST(Connection, TwoTransactionsThatWaitForEachOtherAreToldToRepeat) {
    Connection setUp(ScratchCluster::optionsFor(shared().access().owner));
    setUp.script(
        "CREATE SCHEMA IF NOT EXISTS lock; CREATE TABLE lock.row (id int PRIMARY KEY, value int); "
        "INSERT INTO lock.row VALUES (1, 0), (2, 0); GRANT USAGE ON SCHEMA lock TO svc_app; GRANT SELECT, "
        "UPDATE ON lock.row TO svc_app");
    std::atomic<int> retryable = 0;
    std::atomic<int> holding = 0;
    const auto run = [&](const char* first, const char* second) {
        try {
            Transaction transaction(shared().pool());
            transaction.query("UPDATE lock.row SET value = value + 1 WHERE id = $1", {first});
            ++holding;
            while (holding < 2)
                std::this_thread::yield();
            transaction.query("UPDATE lock.row SET value = value + 1 WHERE id = $1", {second});
            transaction.commit();
        } catch (const Error& error) {
            if (error.retryable())
                ++retryable;
        }
    };
    std::thread other([&] { run("2", "1"); });
    run("1", "2");
    other.join();
    EXPECT_EQ(retryable, 1);
}

} // namespace
} // namespace svc::host::db::testing
