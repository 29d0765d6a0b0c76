#include "host/db/flusher.hpp"
#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace svc::host::db::testing {
namespace {

const ::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new SharedCluster);

TEST(Snapshot, IsReadFromItsText) {
    const Snapshot none = Snapshot::parse("7:7:");
    EXPECT_EQ(none.end, 7U);
    EXPECT_TRUE(none.running.empty());
    EXPECT_EQ(Snapshot::parse("7:12:7,10").running, (std::vector<std::uint64_t>{7, 10}));
    EXPECT_THROW(Snapshot::parse("7:x:"), std::invalid_argument);
    EXPECT_THROW(Snapshot::parse(""), std::invalid_argument);
}

TEST(Snapshot, IsWithinAnotherWhenItSeesNothingMore) {
    const Snapshot durable = Snapshot::parse("7:12:7,10");
    EXPECT_TRUE(durable.within(durable));
    EXPECT_TRUE(Snapshot::parse("7:7:").within(durable)) << "taken before any of them began";
    EXPECT_TRUE(Snapshot::parse("7:11:7,9,10").within(durable));
    EXPECT_FALSE(Snapshot::parse("7:12:7").within(durable)) << "10 has ended since";
    EXPECT_FALSE(Snapshot::parse("7:13:7,10").within(durable)) << "12 has ended";
}

// On this server only the flusher flushes within the time of a test.
class FlusherTest : public ::testing::Test {
protected:
    FlusherTest() : admin_(ScratchCluster::optionsFor(shared().superuser())) {
        admin_.query("ALTER SYSTEM SET wal_writer_delay = '10s'");
        admin_.query("SELECT pg_reload_conf()");
        flusher_.begin();
    }
    static ConnectionOptions options() {
        ConnectionOptions options = ScratchCluster::optionsFor(shared().access().app);
        options.applicationName = "flusher";
        return options;
    }
    // Commits a row, and returns the WAL position after the commit.
    std::string commit(const std::string& code) {
        Transaction transaction(shared().pool(), SharedCluster::First);
        transaction.groupCommit();
        transaction.send("INSERT INTO svc.business_unit (company_id, id, name, code, created_at, updated_at)"
                         " VALUES ($1, gen_random_uuid(), 'Unit', $2, now(), now())",
                         {SharedCluster::First, code});
        transaction.commit();
        return std::string(admin_.query("SELECT pg_current_wal_insert_lsn()").text(0, 0));
    }
    bool isFlushed(const std::string& position) {
        return admin_.query("SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn", {position}).text(0, 0) == "t";
    }
    // The snapshot of a reader now.
    static Seen look() {
        Transaction reading(shared().pool());
        reading.readOneSnapshot();
        reading.tellSnapshot();
        reading.query("SELECT 1");
        reading.endRead();
        return {false, reading.snapshot()};
    }

    Connection admin_;
    Flusher flusher_{options()};
};

TEST_F(FlusherTest, ACommitIsOnDiskWhenItHasBeenWaitedFor) {
    const Flusher::Life life = flusher_.begin();
    const std::string position = commit("F1");
    EXPECT_FALSE(isFlushed(position)) << "it was to be flushed together with others";
    flusher_.wait(life, {true, {}});
    EXPECT_TRUE(isFlushed(position));
}

TEST_F(FlusherTest, AReaderWaitsForWhatItMayHaveSeenAndForNothingElse) {
    const Flusher::Life life = flusher_.begin();
    const Seen before = look();
    const std::string position = commit("F2");
    const Seen after = look();
    EXPECT_FALSE(isFlushed(position));
    flusher_.wait(life, after);
    EXPECT_TRUE(isFlushed(position));
    const FlusherCounters counters = flusher_.counters();
    flusher_.wait(life, before);
    flusher_.wait(life, look());
    EXPECT_EQ(flusher_.counters().waits, counters.waits) << "nothing was committed since";
}

TEST_F(FlusherTest, WhoDoesNotKnowWhatItSawIsToldWithoutAFlushWhenNothingIsNew) {
    const Flusher::Life life = flusher_.begin();
    const std::string position = commit("F3");
    flusher_.wait(life, {});
    EXPECT_TRUE(isFlushed(position));
    const std::uint64_t flushes = flusher_.counters().flushes;
    flusher_.wait(life, {});
    EXPECT_EQ(flusher_.counters().flushes, flushes);
}

TEST_F(FlusherTest, ARunningTransactionOfSomebodyElseHoldsNobody) {
    Transaction other(shared().pool());
    other.query("SELECT pg_current_xact_id()");
    const Flusher::Life life = flusher_.begin();
    commit("F4");
    flusher_.wait(life, {true, {}});
    flusher_.wait(life, {true, {}});
    const std::uint64_t waits = flusher_.counters().waits;
    flusher_.wait(life, look());
    EXPECT_EQ(flusher_.counters().waits, waits);
    other.commit();
    flusher_.wait(life, look());
    EXPECT_EQ(flusher_.counters().waits, waits + 1) << "it may have written";
}

TEST_F(FlusherTest, OneFlushServesAllWhoWait) {
    constexpr int Threads = 8;
    constexpr int Commits = 25;
    const std::uint64_t before = flusher_.counters().flushes;
    std::vector<std::thread> threads;
    threads.reserve(Threads);
    for (int i = 0; i < Threads; ++i)
        threads.emplace_back([this] {
            for (int n = 0; n < Commits; ++n)
                flusher_.wait(flusher_.begin(), {true, {}});
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(flusher_.counters().waits, static_cast<std::uint64_t>(Threads * Commits));
    EXPECT_LT(flusher_.counters().flushes - before, static_cast<std::uint64_t>(Threads * Commits));
}

TEST_F(FlusherTest, NothingIsDurableForOneThatBeganBeforeTheConnectionWasLost) {
    const Flusher::Life life = flusher_.begin();
    const Seen seen = look();
    flusher_.wait(life, seen);
    commit("F5");
    admin_.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'flusher'");
    try {
        flusher_.wait(life, {true, {}});
        ADD_FAILURE() << "its commit may have been lost with the server";
    } catch (const ConnectionLost& lost) {
        EXPECT_TRUE(lost.duringCommit());
    }
    const Flusher::Life next = flusher_.begin();
    EXPECT_NE(next, life);
    EXPECT_THROW(flusher_.wait(life, seen), ConnectionLost) << "the same numbers may be others' now";
    const std::string position = commit("F6");
    flusher_.wait(next, {true, {}});
    EXPECT_TRUE(isFlushed(position));
}

TEST_F(FlusherTest, TheEndOfAnIdleConnectionIsNoticed) {
    const Flusher::Life life = flusher_.begin();
    admin_.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'flusher'");
    for (int i = 0; i < 100 && flusher_.life() == life; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_NE(flusher_.life(), life) << "whoever begins now must not fail for it";
}

TEST(Flusher, WithoutAServerNobodyBegins) {
    ConnectionOptions options;
    options.login.connectionString = "postgresql:///none?host=/nowhere";
    Flusher flusher(options);
    EXPECT_THROW(flusher.begin(), ConnectionLost);
    EXPECT_EQ(flusher.life(), 0U);
}

} // namespace
} // namespace svc::host::db::testing
