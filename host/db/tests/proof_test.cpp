#include "host/db/tests/shared_cluster.hpp"
#include "host/db/transaction.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace svc::host::db::testing {
namespace {

TEST(Transaction, WhatItTakesForGrantedIsProvenWithItsFirstQuery) {
    Transaction transaction(shared().pool(), SharedCluster::First);
    std::size_t asked = 0;
    Transaction::Proof proof{
        "SELECT current_setting('svc.company', true), $1::text", {"known"}, [&](const Rows& rows) {
            ++asked;
            // Runs before the binding: only an unbound connection sees the look-up tables.
            return rows.cell(0, 0).value_or("").empty() && rows.text(0, 1) == "known";
        }};
    transaction.proveWith(proof);
    EXPECT_FALSE(proof.given);
    EXPECT_EQ(transaction.query("SELECT current_setting('svc.company')").text(0, 0), SharedCluster::First);
    EXPECT_TRUE(proof.given);
    transaction.query("SELECT 1");
    transaction.prove();
    EXPECT_EQ(asked, 1U);
    // The proof stays valid when a later statement fails.
    EXPECT_THROW(transaction.query("SELECT 1 / 0"), Error);
    transaction.prove();
}

TEST(Transaction, AProofThatFailsShowsNothingAndEndsIt) {
    Transaction::Proof proof{"SELECT $1::text", {"x"}, [](const Rows&) { return false; }};
    Transaction transaction(shared().pool(), SharedCluster::First);
    transaction.proveWith(proof);
    EXPECT_THROW(transaction.query("SELECT 1"), ProofFailed);
    EXPECT_FALSE(proof.given);
    EXPECT_FALSE(transaction.active());
    transaction.rollback();
    Transaction next(shared().pool(), SharedCluster::First);
    EXPECT_EQ(next.query("SELECT 1").text(0, 0), "1");
}

TEST(Transaction, WithoutAQueryAProofIsAskedForAlone) {
    Transaction::Proof proof{
        "SELECT $1::text", {"x"}, [](const Rows& rows) { return rows.text(0, 0) == "x"; }};
    {
        Transaction transaction(shared().pool(), SharedCluster::First);
        transaction.proveWith(proof);
        transaction.prove();
        EXPECT_TRUE(proof.given);
        transaction.endRead();
    }
    proof.params = {"y"};
    Transaction transaction(shared().pool(), SharedCluster::First);
    transaction.proveWith(proof);
    EXPECT_THROW(transaction.prove(), ProofFailed);
}

TEST(Transaction, AProofMayTellWhatItSaw) {
    Transaction::Proof proof{"SELECT 'x', pg_current_snapshot()",
                             {},
                             [](const Rows& rows) { return rows.text(0, 0) == "x"; },
                             true};
    for (const bool asks : {false, true}) {
        Transaction transaction(shared().pool(), SharedCluster::First);
        transaction.readOneSnapshot();
        transaction.tellSnapshot();
        transaction.proveWith(proof);
        if (asks) {
            const Rows rows = transaction.query("SELECT pg_current_snapshot()");
            EXPECT_EQ(transaction.snapshot(), rows.text(0, 0));
        } else {
            transaction.prove();
        }
        EXPECT_NE(transaction.snapshot().find(':'), std::string::npos);
        transaction.endRead();
    }
}

TEST(Transaction, AReadThatAsksOnceEndsWithItsQuery) {
    const std::unique_ptr<Pool> pool = shared().makePool(1);
    Transaction::Proof proof{
        "SELECT $1::text", {"x"}, [](const Rows& rows) { return rows.text(0, 0) == "x"; }};
    Transaction transaction(*pool, SharedCluster::First);
    transaction.readOneSnapshot();
    transaction.endWithFirstQuery();
    transaction.proveWith(proof);
    const Rows rows = transaction.query("SELECT current_setting('svc.company')");
    // The only connection is free again and unbound, and the rows are still available.
    EXPECT_EQ(pool->counters().inUse, 0U);
    EXPECT_FALSE(pool->acquire()->inTransaction());
    EXPECT_EQ(pool->acquire()->query("SELECT current_setting('svc.company', true)").cell(0, 0).value_or(""),
              "");
    EXPECT_EQ(rows.text(0, 0), SharedCluster::First);
    EXPECT_TRUE(proof.given);
    transaction.prove();
    transaction.endRead();
    EXPECT_FALSE(transaction.askedAgain());
    EXPECT_EQ(transaction.queries(), 1U);
}

} // namespace
} // namespace svc::host::db::testing
