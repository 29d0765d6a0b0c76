#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace svc::host::db::testing {
namespace {

constexpr const char* WrittenAt = "2026-11-20 09:00:00.123456+00";

TEST(StartedStatements, KeepTheirOrderAndTheirRows) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string count = "SELECT count(*) FROM svc.history WHERE kind = 'started'";
    const std::string insert = "INSERT INTO svc.history (company_id, kind, document_id, id, at, action) "
                               "SELECT $1, 'started', 'o', gen_random_uuid(), $2, $3 RETURNING action";
    // Large enough to be sent before the next query.
    const std::string large(100'000, 'x');
    const std::uint64_t small =
        transaction.start(insert, std::array<Param, 3>{transaction.company(), WrittenAt, "a"});
    std::vector<std::uint64_t> started;
    for (int i = 0; i < 5; ++i) {
        const std::string action = std::to_string(i) + large;
        started.push_back(
            transaction.start(insert, std::array<Param, 3>{transaction.company(), WrittenAt, action}));
        const std::uint64_t counted = transaction.start(count);
        if (i % 2 == 0) {
            EXPECT_EQ(transaction.collect(counted).text(0, 0), std::to_string(i + 2));
        }
    }
    EXPECT_EQ(transaction.query(count).text(0, 0), "6");
    for (int i = 4; i >= 0; --i)
        EXPECT_EQ(transaction.collect(started[static_cast<std::size_t>(i)]).text(0, 0),
                  std::to_string(i) + large);
    EXPECT_EQ(transaction.collect(small).text(0, 0), "a");
    EXPECT_THROW(transaction.collect(small), std::invalid_argument);
    // A statement that is still running is part of the transaction.
    transaction.start(insert, std::array<Param, 3>{transaction.company(), WrittenAt, large});
    transaction.commit();
    EXPECT_EQ(Transaction(shared().pool(), SharedCluster::First).query(count).text(0, 0), "7");
}

TEST(StartedStatements, TakeWhatWasAskedAheadWithThem) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string time = "SELECT clock_timestamp() AT TIME ZONE 'UTC'";
    const std::string large(100'000, 'x');
    transaction.askInOrder(time, {});
    transaction.start("SELECT $1::text", std::array<Param, 1>{large});
    const std::string asked(transaction.query(time).text(0, 0));
    EXPECT_LT(asked, transaction.query(time).text(0, 0)) << "it ran once, and its rows were taken";
}

TEST(StartedStatements, ThatFailDoomTheTransaction) {
    const std::string count = "SELECT count(*) FROM svc.history WHERE kind = 'failed start'";
    const std::string insert = "INSERT INTO svc.history (company_id, kind, document_id, id, at, action) "
                               "SELECT $1, 'failed start', 'o', gen_random_uuid(), $2, $3";
    const std::string large(100'000, 'x');
    {
        Transaction transaction(shared().pool(), SharedCluster::First);
        transaction.query(insert, {transaction.company(), WrittenAt, "a"});
        const std::uint64_t failing = transaction.start("SELECT $1::bigint", std::array<Param, 1>{large});
        EXPECT_THROW(transaction.collect(failing), Error);
        EXPECT_THROW(transaction.query(count), std::logic_error);
    }
    {
        // Its rows are never collected; the connection must still be usable afterwards.
        Transaction transaction(shared().pool(), SharedCluster::First);
        transaction.query(insert, {transaction.company(), WrittenAt, "a"});
        transaction.start("SELECT $1::bigint", std::array<Param, 1>{large});
    }
    {
        Transaction transaction(shared().pool(), SharedCluster::First);
        transaction.query(insert, {transaction.company(), WrittenAt, "a"});
        transaction.start("SELECT $1::bigint", std::array<Param, 1>{large});
        EXPECT_THROW(transaction.commit(), Error);
    }
    EXPECT_EQ(Transaction(shared().pool(), SharedCluster::First).query(count).text(0, 0), "0");
}

} // namespace
} // namespace svc::host::db::testing
