// Bank lines that are transfers between own wallets.
#include <gmock/gmock.h>

#include "api/business/bank_fixture.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Two wallets with accounts: `wallet`, and `second`.
class BankTransfers : public Bank {
protected:
    static constexpr const char* Iban = "DE02120300000000202051";
    std::string second =
        desk.make("/wallets", js("{'name':'Second','kind':'bank','iban':'$1'}", {Iban})).textOr("id");

    std::string lineOfSecond(const Row& row) {
        std::swap(wallet, second);
        std::string id = line(row);
        std::swap(wallet, second);
        return id;
    }
    Json transfer(const std::string& amount, const std::string& fee = "0") {
        return desk.make("/wallets/transfer",
                         js("{'fromWalletId':'$1','toWalletId':'$2','amount':$3,'fee':$4}",
                            {wallet, second, amount, fee}));
    }
    Json suggestions(const std::string& id) { return desk.read("/bank-transactions/" + id + "/suggestions"); }
    /// Accepts a suggestion as a client does: with amounts in major units.
    Answer take(const std::string& id, const Json& suggestion) {
        Json matches = Json::array();
        for (Json match : suggestion["matches"].items()) {
            const std::int64_t minor = match["amount"].integer();
            match.set("amount", Json(Decimal(Int128{minor}, 2)));
            matches.push(std::move(match));
        }
        return desk.post("/bank-transactions/" + id + "/match", Json::object({{"matches", matches}}));
    }
};

TEST_F(BankTransfers, ATransferThatIsInTheBooksIsLinkedNotMadeTwice) {
    const Json recorded = transfer("251");
    const std::string out = line({"-251,00", "Savings", "", Iban});
    const std::string in = lineOfSecond({"251,00", "Eingang"});
    desk.events();
    for (const std::string& id : {out, in}) {
        const Json found = suggestions(id);
        ASSERT_EQ(found.size(), 1U) << found.dump();
        EXPECT_EQ(found[0]["matches"][0].textOr("id"), recorded.textOr("id"));
        ASSERT_TRUE(hasStatus(take(id, found[0]), 200));
    }
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    EXPECT_EQ(walletNow()["balance"].integer(), -25100);
}

TEST_F(BankTransfers, TheOtherLineIsNamedOfATransferThatIsInTheBooks) {
    const Json recorded = transfer("253");
    const std::string out = line({"-253,00", "Savings", "", Iban});
    const std::string in = lineOfSecond({"253,00", "Eingang"});
    const std::string matching = "{'matches':[{'kind':'transfer','id':'" + in + "'}]}";
    desk.events();
    ASSERT_TRUE(hasStatus(act(out, "match", matching), 200));
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    for (const std::string& id : {out, in}) {
        EXPECT_EQ(read(id).textOr("status"), "matched");
        EXPECT_EQ(read(id)["matches"][0].textOr("id"), recorded.textOr("id"));
    }
    EXPECT_EQ(walletNow()["balance"].integer(), -25300);
    // A second pair of lines is a second transfer.
    const std::string again = line({"-253,00", "Savings 2", "", Iban});
    const Json found = suggestions(again);
    EXPECT_EQ(found.size(), 0U) << found.dump();
    const std::string arrived = lineOfSecond({"253,00", "Eingang 2"});
    ASSERT_TRUE(
        hasStatus(act(again, "match", "{'matches':[{'kind':'transfer','id':'" + arrived + "'}]}"), 200));
    EXPECT_EQ(walletNow()["balance"].integer(), -50600);
}

TEST_F(BankTransfers, ReopeningALineVoidsTheTransferThatItsMatchMade) {
    const std::string out = line({"-257,00", "Savings", "", Iban});
    const std::string in = lineOfSecond({"257,00", "Eingang"});
    const auto matching = [](const std::string& other) {
        return "{'matches':[{'kind':'transfer','id':'" + other + "'}]}";
    };
    for (const auto& [one, other] : {std::pair(out, in), std::pair(in, out)}) {
        ASSERT_TRUE(hasStatus(act(out, "match", matching(in)), 200));
        const Json match = read(one)["matches"][0];
        EXPECT_TRUE(match.optionalBool("made").value());
        EXPECT_TRUE(isRefusal(
            desk.post("/transactions/" + match.textOr("transactionId") + "/void", js("{'reason':'x'}")), 400,
            "transaction-not-voidable"));
        desk.events();
        EXPECT_TRUE(isRefusal(act(one, "reopen", "{'date':'2026-01-05'}"), 400, "field-invalid:date"));
        ASSERT_TRUE(hasStatus(act(one, "reopen", "{}"), 200));
        EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.voided", "transaction.voided"));
        EXPECT_EQ(walletNow()["balance"].integer(), 0);
        EXPECT_EQ(walletNow()["unreconciled"].integer(), -25700);
        EXPECT_EQ(read(other).textOr("status"), "unmatched");
        EXPECT_TRUE(isRefusal(act(other, "reopen", "{}"), 400, "bank-transaction-open"));
        const Json found = suggestions(one);
        ASSERT_EQ(found.size(), 1U) << found.dump();
        EXPECT_EQ(found[0]["matches"][0].textOr("id"), other) << "the voided transfer is no more suggested";
    }
}

TEST_F(BankTransfers, ReopeningALineLeavesATransferThatWasThere) {
    const Json recorded = transfer("259");
    const std::string out = line({"-259,00", "Savings", "", Iban});
    const std::string in = lineOfSecond({"259,00", "Eingang"});
    ASSERT_TRUE(hasStatus(act(out, "match", "{'matches':[{'kind':'transfer','id':'" + in + "'}]}"), 200));
    EXPECT_FALSE(read(out)["matches"][0].optionalBool("made").value());
    ASSERT_TRUE(hasStatus(act(out, "reopen", "{}"), 200));
    EXPECT_EQ(read(in).textOr("status"), "matched");
    EXPECT_EQ(walletNow()["balance"].integer(), -25900);
    const Json found = suggestions(out);
    ASSERT_EQ(found.size(), 1U) << found.dump();
    EXPECT_EQ(found[0]["matches"][0].textOr("id"), recorded.textOr("id"));
}

TEST_F(BankTransfers, WhatTheOtherLinePaidBesidesIsNotTakenBackByTheWay) {
    const std::string out = line({"-261,00", "Savings"});
    ASSERT_TRUE(hasStatus(act(out, "match", "{'matches':[{'kind':'transfer','id':'" + second + "'}]}"), 200));
    const std::string made = read(out)["matches"][0].textOr("id");
    const Json sale = invoice("Beside AG", "9");
    const std::string in = lineOfSecond({"270,00", "Eingang"});
    ASSERT_TRUE(hasStatus(act(in, "match",
                              "{'matches':[{'kind':'transfer','id':'" + made +
                                  "','amount':261},"
                                  "{'kind':'sale','id':'" +
                                  sale.textOr("id") + "'}]}"),
                          200));
    EXPECT_TRUE(isRefusal(act(out, "reopen", "{}"), 400, "transaction-not-voidable"));
    EXPECT_EQ(read(out).textOr("status"), "matched");
    ASSERT_TRUE(hasStatus(act(in, "reopen", "{}"), 200));
    EXPECT_EQ(walletNow()["balance"].integer(), -26100) << "the transfer of the other line stays";
    ASSERT_TRUE(hasStatus(act(out, "reopen", "{}"), 200));
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
}

TEST_F(BankTransfers, ATransferWithAFeeIsOneLineOrTwo) {
    const Json apart = transfer("107", "3");
    const std::string amount = line({"-107,00", "Virement"});
    const std::string fee = line({"-3,00", "Frais de virement"});
    for (const auto& [id, leg] : {std::pair(amount, 0U), std::pair(fee, 2U)}) {
        const Json found = suggestions(id);
        ASSERT_GE(found.size(), 1U);
        EXPECT_EQ(found[0]["matches"][0].textOr("kind"), "transaction");
        EXPECT_EQ(found[0]["matches"][0].textOr("id"), apart["transactionIds"][leg].text());
        ASSERT_TRUE(hasStatus(take(id, found[0]), 200));
    }
    const Json together = transfer("109", "4");
    const std::string whole = line({"-113,00", "Virement et frais"});
    const Json found = suggestions(whole);
    ASSERT_GE(found.size(), 1U);
    EXPECT_EQ(found[0]["matches"][0].textOr("kind"), "transfer");
    EXPECT_EQ(found[0]["matches"][0].textOr("id"), together.textOr("id"));
    EXPECT_EQ(found[0]["matches"][0]["amount"].integer(), 11300);
    EXPECT_TRUE(
        isRefusal(act(whole, "match",
                      "{'matches':[{'kind':'transfer','id':'" + together.textOr("id") + "','amount':109}]}"),
                  400, "field-invalid:matches[0].amount"));
    ASSERT_TRUE(hasStatus(take(whole, found[0]), 200));
    EXPECT_EQ(read(whole)["matches"].size(), 2U) << "the transfer and its fee";
    EXPECT_EQ(walletNow()["balance"].integer(), -11000 - 11300);
}

} // namespace
} // namespace svc::test
