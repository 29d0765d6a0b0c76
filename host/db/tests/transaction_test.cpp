#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace svc::host::db::testing {
namespace {

const ::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new SharedCluster);

constexpr const char* Now = "2026-11-20 09:00:00.123456+00";

// A unit of the first company with this code; its id is made of the number.
void insertUnit(Transaction& transaction, const std::string& number, const std::string& code) {
    const std::string id = "00000000-0000-7000-8000-" + number;
    transaction.send(
        "INSERT INTO svc.business_unit (company_id, id, name, code, created_at, updated_at) VALUES ($1, "
        "$2, 'Unit', $3, $4, $4)",
        {transaction.company(), id, code, Now});
}

std::string countUnits(std::string_view company, std::string_view code) {
    Transaction transaction(shared().pool(), company);
    return std::string(
        transaction.query("SELECT count(*) FROM svc.business_unit WHERE code = $1", {code}).text(0, 0));
}

TEST(Values, NullEmptyTextAndBytesAreToldApart) {
    Transaction transaction(shared().pool());
    const Rows rows = transaction.query("SELECT $1::text, $2::text, $3::bytea, $4::bytea, 12.3400::numeric, "
                                        "'2026-11-20 10:00:00.5+01'::timestamptz",
                                        {std::nullopt, "", "\\x", "\\x00ff"});
    EXPECT_EQ(rows.cell(0, 0), std::nullopt);
    EXPECT_TRUE(rows.isNull(0, 0));
    EXPECT_EQ(rows.cell(0, 1), "");
    EXPECT_EQ(rows.cell(0, 2), "\\x");
    EXPECT_EQ(rows.cell(0, 3), "\\x00ff");
    EXPECT_EQ(rows.cell(0, 4), "12.3400");
    EXPECT_EQ(rows.cell(0, 5), "2026-11-20 09:00:00.5+00");
    EXPECT_EQ(rows.columnName(4), "numeric");
    EXPECT_THROW(rows.text(0, 0), std::runtime_error);
    EXPECT_THROW(rows.cell(1, 0), std::out_of_range);
}

TEST(Values, ATextWithAZeroByteIsRefusedBeforeItIsSent) {
    Transaction transaction(shared().pool());
    EXPECT_THROW(transaction.query("SELECT $1::text", {std::string_view("a\0b", 3)}), std::invalid_argument);
}

TEST(Values, RowsOutliveTheirTransaction) {
    Rows rows;
    {
        Transaction transaction(shared().pool());
        rows = transaction.query("SELECT 'kept'");
    }
    EXPECT_EQ(rows.text(0, 0), "kept");
}

TEST(Transaction, SeveralQueriesTravelTogetherAndAnswerInOrder) {
    Transaction transaction(shared().pool());
    const std::vector<Param> one = {"1"};
    const std::vector<Param> two = {"2"};
    const std::vector<Rows> rows =
        transaction.queryMany({{"SELECT $1::int", one}, {"SELECT $1::int", two}, {"SELECT 'x'", {}}});
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].text(0, 0), "1");
    EXPECT_EQ(rows[1].text(0, 0), "2");
    EXPECT_EQ(rows[2].text(0, 0), "x");
}

TEST(Transaction, StatementsAreKeptByTheirText) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    for (int i = 0; i < 5; ++i) {
        Transaction transaction(*pool);
        transaction.query("SELECT 'kept statement'");
        transaction.commit();
    }
    // BEGIN, COMMIT and the query.
    EXPECT_EQ(pool->acquire()->keptStatements(), 3U);
}

TEST(Transaction, OfTheBindingsToCompaniesAConnectionKeepsSome) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    constexpr int Companies = 100;
    const auto bindAll = [&] {
        for (int i = 0; i < Companies; ++i) {
            const std::string company = "00000000-0000-7000-8000-000000000" + std::to_string(100 + i);
            Transaction transaction(*pool, company);
            EXPECT_EQ(transaction.query("SELECT current_setting('svc.company')").text(0, 0), company);
            transaction.commit();
        }
    };
    bindAll();
    // BEGIN, COMMIT and the query, and of the bindings 64.
    EXPECT_EQ(pool->acquire()->keptStatements(), 3U + 64U);
    bindAll();
    EXPECT_EQ(pool->acquire()->keptStatements(), 3U + 64U);
}

TEST(Transaction, QueuedWritesAreSeenByTheNextQueryAndKeptAfterCommit) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    insertUnit(transaction, "000000000001", "Q1");
    EXPECT_EQ(transaction.query("SELECT count(*) FROM svc.business_unit WHERE code = 'Q1'").text(0, 0), "1");
    transaction.commit();
    EXPECT_FALSE(transaction.active());
    EXPECT_EQ(countUnits(SharedCluster::First, "Q1"), "1");
}

TEST(Transaction, NothingIsWrittenWithoutCommit) {
    {
        Transaction transaction(shared().pool(), SharedCluster::First);
        insertUnit(transaction, "000000000002", "R1");
        transaction.flush();
    }
    EXPECT_EQ(countUnits(SharedCluster::First, "R1"), "0");
}

TEST(Transaction, AnErrorNamesTheStatementThatFailedAndItsConstraint) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    insertUnit(transaction, "000000000003", "E1");
    insertUnit(transaction, "000000000004", "E1");
    transaction.send("SELECT 'never reached'");
    try {
        transaction.query("SELECT 1");
        FAIL() << "the second unit has the code of the first";
    } catch (const Error& error) {
        EXPECT_EQ(error.sqlState(), "23505");
        EXPECT_TRUE(error.uniqueViolation());
        EXPECT_EQ(error.constraint(), "business_unit_company_id_code_key");
        EXPECT_EQ(error.table(), "business_unit");
        EXPECT_EQ(error.schema(), "svc");
        EXPECT_NE(error.statement().find("INSERT INTO svc.business_unit"), std::string::npos);
        EXPECT_FALSE(error.retryable());
    }
    EXPECT_FALSE(transaction.active());
    EXPECT_THROW(transaction.query("SELECT 1"), std::logic_error);
    EXPECT_THROW(transaction.commit(), std::logic_error);
    transaction.rollback();
    EXPECT_EQ(countUnits(SharedCluster::First, "E1"), "0");
}

TEST(Transaction, ASyntaxErrorDoesNotSpoilTheConnection) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    for (int i = 0; i < 3; ++i) {
        Transaction transaction(*pool);
        EXPECT_THROW(transaction.query("SELEC 1"), Error);
    }
    Transaction transaction(*pool);
    EXPECT_EQ(transaction.query("SELECT 1").text(0, 0), "1");
    EXPECT_EQ(pool->counters().connects, 1U);
}

TEST(Transaction, AWrongNumberOfParametersIsAMistakeOfTheStatementAlone) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    try {
        Transaction transaction(*pool);
        transaction.query("SELECT $1::text");
        FAIL() << "it has no parameter";
    } catch (const Error& error) {
        EXPECT_EQ(error.sqlState(), "08P01");
        EXPECT_FALSE(error.unavailable());
        EXPECT_EQ(dynamic_cast<const ConnectionLost*>(&error), nullptr);
    }
    Transaction transaction(*pool);
    EXPECT_EQ(transaction.query("SELECT 1").text(0, 0), "1");
    EXPECT_EQ(pool->counters().connects, 1U);
}

TEST(Transaction, LateWritesRunLastInTheOrderOfTheirKeys) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string insert =
        "INSERT INTO svc.history (company_id, kind, document_id, id, at, action) VALUES ($1, "
        "'order', 'o', ('00000000-0000-7000-8000-' || lpad((SELECT count(*) FROM svc.history "
        "WHERE kind = 'order')::text, 12, '0'))::uuid, $2, $3)";
    transaction.sendLate("b", insert, {transaction.company(), Now, "late b"});
    transaction.sendLate("a", insert, {transaction.company(), Now, "late a, first"});
    transaction.sendLate("a", insert, {transaction.company(), Now, "late a, second"});
    transaction.send(insert, {transaction.company(), Now, "queued"});
    EXPECT_EQ(transaction.query("SELECT count(*) FROM svc.history WHERE kind = 'order'").text(0, 0), "1");
    const Rows last = transaction.commitWith("SELECT count(*) FROM svc.history WHERE kind = 'order'", {});
    EXPECT_EQ(last.text(0, 0), "4");
    Transaction after(shared().pool(), SharedCluster::First);
    const Rows rows = after.query("SELECT action FROM svc.history WHERE kind = 'order' ORDER BY id");
    EXPECT_EQ(rows.text(0, 0), "queued");
    EXPECT_EQ(rows.text(1, 0), "late a, first");
    EXPECT_EQ(rows.text(2, 0), "late a, second");
    EXPECT_EQ(rows.text(3, 0), "late b");
}

TEST(Transaction, LateWritesThatJoinAreOneStatementOfAllTheirRows) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    // Each statement numbers its rows from one, which shows how many statements there were.
    const std::string insert = "INSERT INTO svc.history (company_id, kind, document_id, id, at, action) "
                               "SELECT $1, $2, 'o', r.id, $3, "
                               "r.action || ' ' || r.place FROM unnest($4::uuid[], $5::text[]) WITH "
                               "ORDINALITY AS r (id, action, place)";
    const auto id = [](int number) { return "00000000-0000-7000-8000-00000000000" + std::to_string(number); };
    const auto send = [&](const Merge& merge, std::string_view key, std::string_view kind,
                          const std::string& ids, std::string_view actions) {
        transaction.sendLate(key, insert, {transaction.company(), kind, Now, ids, actions}, merge);
    };
    constexpr Merge Joined = Merge::joined();
    send(Joined, "b", "joined", '{' + id(1) + ',' + id(2) + '}', R"({"a, {1}","a\"2"})");
    send(Joined, "b", "joined", "{}", "{}");
    send(Joined, "b", "joined", '{' + id(3) + '}', "{a3}");
    // Another key, another scalar, a write without merge: each stays separate.
    send(Joined, "a", "joined", '{' + id(4) + '}', "{b}");
    send(Joined, "b", "joined too", '{' + id(5) + '}', "{c}");
    send({}, "c", "joined", '{' + id(6) + '}', "{d}");
    send({}, "c", "joined", '{' + id(7) + '}', "{e}");
    send(Joined, "c", "joined", '{' + id(8) + '}', "{f}");
    transaction.commit();
    Transaction after(shared().pool(), SharedCluster::First);
    const Rows rows = after.query("SELECT string_agg(action, '; ' ORDER BY id) FROM svc.history WHERE kind "
                                  "IN ('joined', 'joined too')");
    EXPECT_EQ(rows.text(0, 0), "a, {1} 1; a\"2 2; a3 3; b 1; c 1; d 1; e 1; f 1");
}

TEST(Transaction, LateWritesThatJoinMayHaveArraysOfJson) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string insert =
        "INSERT INTO svc.history (company_id, kind, document_id, id, at, action) VALUES "
        "($1, 'joined json', 'o', '00000000-0000-7000-8000-0000000000c1', $2, $3)";
    for (const char* codes : {R"([{"code":"a"}])", "[]", R"([{"code":"b"},{"code":"c"}])"}) {
        transaction.sendLate("k", insert, {transaction.company(), Now, codes}, Merge::joined());
    }
    transaction.flushLate();
    const Rows rows = transaction.query("SELECT action FROM svc.history WHERE kind = 'joined json'");
    EXPECT_EQ(rows.text(0, 0), R"([{"code":"a"},{"code":"b"},{"code":"c"}])");
}

TEST(Transaction, LateWritesThatAddUpAreOneStatementOfTheirSums) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string insert = "INSERT INTO svc.history (company_id, kind, document_id, id, at, action)"
                               " VALUES ($1, 'added', $2, $3, $4, $5::bigint || '+' || $6::bigint)";
    const auto send = [&](std::string_view document, std::string_view id, std::string_view one,
                          std::string_view other) {
        transaction.sendLate(document, insert,
                             {transaction.company(), document,
                              "00000000-0000-7000-8000-0000000000" + std::string(id), Now, one, other},
                             Merge::added(5, 6));
    };
    for (int i = 0; i < 10'000; ++i) {
        send("a", "a1", "1", "-2");
    }
    send("b", "b1", "5", "6");
    send("b", "b2", "7", "8"); // another identifier, hence another row
    send("c", "c1", "9223372036854775807", "0");
    send("c", "c1", "0", "0");
    transaction.commit();
    Transaction after(shared().pool(), SharedCluster::First);
    const Rows rows =
        after.query("SELECT string_agg(action, '; ' ORDER BY id) FROM svc.history WHERE kind = 'added'");
    EXPECT_EQ(rows.text(0, 0), "10000+-20000; 5+6; 7+8; 9223372036854775807+0");
}

constexpr std::string_view CountOfCode =
    "SELECT count(*) FROM svc.business_unit WHERE company_id = $1 AND code = $2";

TEST(Transaction, LateWritesAddUpNothingThatTheyHaveNot) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    for (const Merge& merge : {Merge::added(0, 1), Merge::added(2, 1), Merge::added(1, 3)}) {
        EXPECT_THROW(transaction.sendLate("a", "SELECT $1::bigint + $2::bigint", {"1", "2"}, merge),
                     std::invalid_argument);
    }
    EXPECT_NO_THROW(
        transaction.sendLate("a", "SELECT $1::bigint + $2::bigint", {"1", "2"}, Merge::added(1, 2)));
}

TEST(Transaction, WhatIsAskedAheadIsAnsweredOnceByWhatTheNextRoundTripFound) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string company = transaction.company();
    transaction.askAhead(CountOfCode, {company, "AHEAD"});
    transaction.query("SELECT 1");
    insertUnit(transaction, "00000000a001", "AHEAD");
    EXPECT_EQ(transaction.query(CountOfCode, {company, "AHEAD"}).text(0, 0), "0")
        << "kept from the round trip before";
    EXPECT_EQ(transaction.query(CountOfCode, {company, "AHEAD"}).text(0, 0), "1") << "asked again";
}

TEST(Transaction, WhatIsAskedAheadIsForgottenWhenTheSameIsAskedOfSomethingElse) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string company = transaction.company();
    transaction.askAhead(CountOfCode, {company, "OTHER"});
    transaction.query("SELECT 1");
    insertUnit(transaction, "00000000a002", "OTHER");
    EXPECT_EQ(transaction.query(CountOfCode, {company, "NONE"}).text(0, 0), "0");
    EXPECT_EQ(transaction.query(CountOfCode, {company, "OTHER"}).text(0, 0), "1");
}

TEST(Transaction, WhatIsAskedAheadAndStillQueuedIsAskedWithItsQuery) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string company = transaction.company();
    transaction.askAhead(CountOfCode, {company, "QUEUED"});
    insertUnit(transaction, "00000000a003", "QUEUED");
    EXPECT_EQ(transaction.query(CountOfCode, {company, "QUEUED"}).text(0, 0), "1");
}

TEST(Transaction, WhatIsAskedInOrderStaysBeforeWhatIsQueuedBehindIt) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string company = transaction.company();
    transaction.askInOrder(CountOfCode, {company, "ORDER"});
    insertUnit(transaction, "00000000a004", "ORDER");
    transaction.askAhead("SELECT 1");
    const auto before = transaction.queries();
    EXPECT_EQ(transaction.query(CountOfCode, {company, "ORDER"}).text(0, 0), "0");
    EXPECT_EQ(transaction.query("SELECT 1").text(0, 0), "1");
    EXPECT_EQ(transaction.queries(), before + 1) << "one round trip";
}

TEST(Transaction, AQueryLeavesAWriteOfItsTextInTheQueue) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    constexpr std::string_view Count =
        "INSERT INTO svc.history (company_id, kind, document_id, id, at, action)"
        " SELECT $1, 'same text', 'o', ('00000000-0000-7000-8000-00000000b00' || count(*))::uuid, $2, 'done'"
        " FROM svc.history WHERE kind = 'same text' RETURNING action";
    transaction.send(Count, {transaction.company(), Now});
    EXPECT_EQ(transaction.query(Count, {transaction.company(), Now}).text(0, 0), "done");
    EXPECT_EQ(transaction.query("SELECT count(*) FROM svc.history WHERE kind = 'same text'").text(0, 0), "2");
}

TEST(Transaction, ACommitThatFailsWritesNothing) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    insertUnit(transaction, "000000000005", "C1");
    EXPECT_THROW(transaction.commitWith("SELECT 1 / 0", {}), Error);
    transaction.rollback();
    EXPECT_EQ(countUnits(SharedCluster::First, "C1"), "0");
}

TEST(Transaction, TheTagOfCommitIsChecked) {
    Connection connection(ScratchCluster::optionsFor(shared().access().app));
    connection.query("BEGIN");
    EXPECT_THROW(connection.query("SELECT 1 / 0"), Error);
    // PostgreSQL answers this COMMIT with ROLLBACK and no error.
    EXPECT_THROW(connection.query("COMMIT"), CommitFailed);
    EXPECT_FALSE(connection.inTransaction());
}

TEST(Transaction, AReadEndsWithoutWaitingAndTheConnectionIsUsable) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    for (int i = 0; i < 20; ++i) {
        Transaction transaction(*pool, SharedCluster::First);
        EXPECT_EQ(transaction.query("SELECT 1").text(0, 0), "1");
        transaction.endRead();
    }
    EXPECT_EQ(pool->counters().connects, 1U);
    EXPECT_FALSE(pool->acquire()->inTransaction());
}

TEST(Transaction, ALongResultIsStreamedRowByRow) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::vector<Param> params = {"100000"};
    std::size_t rows = 0;
    transaction.stream("SELECT n FROM generate_series(1, $1::int) n", params, [&](const Rows& row) {
        ++rows;
        EXPECT_EQ(row.text(0, 0), std::to_string(rows));
    });
    EXPECT_EQ(rows, 100000U);
    EXPECT_EQ(transaction.query("SELECT 1").text(0, 0), "1");
    EXPECT_THROW(
        transaction.stream("SELECT 1 / (3 - n) FROM generate_series(1, 5) n", {}, [](const Rows&) {}), Error);
}

TEST(Transaction, WhoReadsOneSnapshotSeesNothingOfWhatIsCommittedMeanwhile) {
    const std::string count = "SELECT count(*) FROM svc.number_pattern WHERE kind = 'snapshot'";
    Transaction reader(shared().pool(), SharedCluster::First);
    reader.readOneSnapshot();
    EXPECT_EQ(reader.query(count).text(0, 0), "0");
    Transaction writer(shared().pool(), SharedCluster::First);
    writer.query(
        "INSERT INTO svc.number_pattern (company_id, kind, pattern, updated_at) VALUES ($1, 'snapshot', "
        "'X', $2)",
        {SharedCluster::First, Now});
    writer.commit();
    EXPECT_EQ(reader.query(count).text(0, 0), "0");
    reader.endRead();
    Transaction later(shared().pool(), SharedCluster::First);
    EXPECT_EQ(later.query(count).text(0, 0), "1");
}

TEST(Transaction, WhoAsksAgainThoughItHasEndedIsTold) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    for (const bool writes : {false, true}) {
        Transaction transaction(*pool, SharedCluster::First);
        transaction.endWithFirstQuery();
        EXPECT_EQ(transaction.query("SELECT 1").text(0, 0), "1");
        if (writes)
            EXPECT_THROW(transaction.send("SELECT 2"), AskedAgain);
        else
            EXPECT_THROW(transaction.query("SELECT 2"), AskedAgain);
        EXPECT_TRUE(transaction.askedAgain());
        EXPECT_FALSE(transaction.active());
    }
    // A stream counts as more than one statement.
    Transaction streaming(*pool, SharedCluster::First);
    streaming.endWithFirstQuery();
    std::size_t rows = 0;
    streaming.stream("SELECT generate_series(1, 3)", {}, [&](const Rows&) { ++rows; });
    EXPECT_EQ(rows, 3U);
    streaming.endRead();
}

TEST(Transaction, AQueryThatFailsBeforeTheEndIsRolledBack) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    {
        Transaction transaction(*pool, SharedCluster::First);
        transaction.endWithFirstQuery();
        EXPECT_THROW(transaction.query("SELECT 1 / 0"), Error);
        EXPECT_FALSE(transaction.askedAgain());
    }
    EXPECT_FALSE(pool->acquire()->inTransaction());
    EXPECT_EQ(pool->counters().connects, 1U);
}

TEST(Transaction, ManyWritesTravelInOnePipelineWithoutBlocking) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const std::string text(2000, 'x');
    for (int i = 0; i < 5000; ++i)
        transaction.send("SELECT $1::text", {text});
    EXPECT_EQ(transaction.query("SELECT 'done'").text(0, 0), "done");
}

TEST(Binding, AStatementWithoutWhereSeesOneCompanyOnly) {
    for (const char* company : {SharedCluster::First, SharedCluster::Second}) {
        Transaction transaction(shared().pool(), company);
        transaction.send(
            "INSERT INTO svc.number_pattern (company_id, kind, pattern, updated_at) VALUES ($1, 'rls', "
            "'X', $2)",
            {company, Now});
        transaction.commit();
    }
    Transaction transaction(shared().pool(), SharedCluster::Second);
    const Rows rows = transaction.query("SELECT company_id FROM svc.number_pattern WHERE kind = 'rls'");
    ASSERT_EQ(rows.count(), 1U);
    EXPECT_EQ(rows.text(0, 0), SharedCluster::Second);
    EXPECT_EQ(transaction.query("SELECT company_id FROM svc.company").count(), 1U);
    EXPECT_EQ(
        transaction.query("SELECT FROM svc.number_pattern WHERE company_id = $1", {SharedCluster::First})
            .count(),
        0U);
    EXPECT_EQ(transaction.query("UPDATE svc.number_pattern SET pattern = 'Y' WHERE kind = 'rls'").affected(),
              1U);
    EXPECT_EQ(transaction.query("DELETE FROM svc.number_pattern WHERE kind = 'rls'").affected(), 1U);
}

TEST(Binding, ARowOfAnotherCompanyCannotBeWritten) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    try {
        transaction.query(
            "INSERT INTO svc.number_pattern (company_id, kind, pattern, updated_at) VALUES ($1, 'k', 'X', "
            "$2)",
            {SharedCluster::Second, Now});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.sqlState(), "42501");
    }
}

TEST(Binding, UnboundOnlyLookUpTablesCanBeRead) {
    Transaction transaction(shared().pool());
    EXPECT_EQ(transaction.query("SELECT company_id FROM svc.company").count(), 2U);
    EXPECT_THROW(transaction.query("SELECT FROM svc.business_unit"), Error);
}

TEST(Binding, TheBindingEndsWithTheTransaction) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    {
        Transaction transaction(*pool, SharedCluster::First);
        transaction.query("SELECT 1");
        transaction.commit();
    }
    Transaction transaction(*pool);
    EXPECT_EQ(transaction.query("SELECT coalesce(current_setting('svc.company', true), '')").text(0, 0), "");
}

TEST(Binding, GoesOverToAnotherCompanyWithWhatComesAfter) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    const auto bound = [&] {
        return std::string(
            transaction.query("SELECT coalesce(current_setting('svc.company', true), '')").text(0, 0));
    };
    transaction.bindTo(SharedCluster::Second);
    EXPECT_EQ(bound(), SharedCluster::Second);
    EXPECT_EQ(transaction.company(), SharedCluster::Second);
    transaction.bindTo(std::nullopt);
    EXPECT_EQ(bound(), "");
    EXPECT_THROW(transaction.bindTo("x'; SET ROLE svc_owner; --"), std::invalid_argument);
}

TEST(Binding, OnlyAUuidCanBeBound) {
    EXPECT_THROW(Transaction(shared().pool(), "x'; SET ROLE svc_owner; --"), std::invalid_argument);
    EXPECT_THROW(Transaction(shared().pool(), ""), std::invalid_argument);
    EXPECT_THROW(Transaction(shared().pool(), "01935000-0000-7000-8000-00000000000g"), std::invalid_argument);
}

} // namespace
} // namespace svc::host::db::testing
