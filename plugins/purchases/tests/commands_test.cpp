#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::purchases {
namespace {

constexpr const char* Unit = "bus_01jd9fs3wy29e8s2wzebd91q7g";
constexpr const char* SupplierId = "par_01jd972jgn7scgtdkh3e258f7x";
constexpr const char* Bank = "wal_01jd93ne9skheab73zzekk66h8";
constexpr const char* Movement = "txn_01jd99y6wy5vfrq1gpe4dcyyve";

/// A company that buys free lines: other modules are stand-ins; the stock and ledger modules are missing.
class Buyer : public ::testing::Test {
protected:
    Buyer() : test(SVC_PLUGIN_FOLDER) {
        test.host().businessUnit(Json::object({{"id", Unit},
                                               {"code", "LIL"},
                                               {"name", "Lille"},
                                               {"archived", false},
                                               {"defaultLocationId", nullptr},
                                               {"defaultWalletId", nullptr}}));
        test.offer("partners.get", [](const Json& input) {
            return input["id"].text() == SupplierId ? Json::object({{"id", SupplierId},
                                                                    {"name", "Roaster"},
                                                                    {"kind", "supplier"},
                                                                    {"company", true},
                                                                    {"currency", "EUR"},
                                                                    {"balance", 0},
                                                                    {"payable", 0},
                                                                    {"paymentTermsDays", 30},
                                                                    {"archived", false}})
                                                    : Json(nullptr);
        });
        test.offer("partners.adjust_balance", [this](const Json& input) {
            payable += input["payable"].integer();
            return Json::object();
        });
    }

    void offerTreasury() {
        test.offer("treasury.wallet", [](const Json&) {
            return Json::object({{"id", Bank},
                                 {"name", "Bank"},
                                 {"kind", "bank"},
                                 {"currency", "EUR"},
                                 {"allowNegative", true},
                                 {"requireSession", false},
                                 {"openSessionId", nullptr},
                                 {"archived", false},
                                 {"businessUnitId", nullptr},
                                 {"iban", nullptr},
                                 {"accountNumber", nullptr},
                                 {"balance", 0}});
        });
        test.offer("treasury.pay", [this](const Json& input) {
            paid.push_back(input);
            return Json::object({{"transactionId", Movement}, {"baseAmount", input["amount"]}});
        });
        test.offer("treasury.reverse", [this](const Json& input) {
            reversed.push_back(input);
            return Json::object({{"transactionId", Movement}, {"baseAmount", 0}});
        });
    }

    testing::Answer buy(const char* more = "") {
        return test.post("createPurchase",
                         Json::parse(std::string(R"({"partnerId": ")") + SupplierId +
                                     R"(", "lines": [{"label": "Advice", "quantity": 1, "unitPrice": 100,
                                        "service": true}])" +
                                     more + "}"));
    }

    testing::PluginTest test;
    std::int64_t payable = 0;
    std::vector<Json> paid;
    std::vector<Json> reversed;
};

TEST_F(Buyer, FreeLinesAreBoughtAndReceivedWithoutStockAndBooks) {
    const testing::Answer made = buy(R"(, "receiveNow": true)");
    ASSERT_EQ(made.status, 201) << made.code << made.fault;
    EXPECT_EQ(made.json()["receiptStatus"].text(), "received");
    EXPECT_TRUE(made.json()["receipts"][0]["locationId"].isNull());
    EXPECT_EQ(payable, 10000);
    EXPECT_EQ(buy(R"(, "paidInFull": true)").code, "module-disabled:treasury");
    const testing::Answer item = test.post(
        "createPurchase",
        Json::parse(std::string(R"({"partnerId": ")") + SupplierId +
                    R"(", "lines": [{"itemId": "itm_01jd9se49pj5tpbv97t342qked", "quantity": 1}]})"));
    EXPECT_EQ(item.code, "item-not-found:itm_01jd9se49pj5tpbv97t342qked");
}

TEST_F(Buyer, AnItemOfTheWrongFormIsToldAsItWasWritten) {
    const Json body = Json::object(
        {{"partnerId", SupplierId},
         {"lines", Json::array({Json::object({{"itemId", "beans"}, {"quantity", 1}, {"unitPrice", 1}})})}});
    EXPECT_EQ(test.post("createPurchase", body).code, "item-not-found:beans");
}

TEST_F(Buyer, AnInvoiceReceivedKeepsItsTaxCategoryAndMustBeComplete) {
    // IGIC of the Canary Islands (UNCL 5305): users never enter it, but a supplier's invoice may have it.
    Json line = Json::object({{"label", "Fish"},
                              {"quantity", 2},
                              {"unitPrice", 10},
                              {"taxCategory", "L"},
                              {"taxRate", 7},
                              {"service", true}});
    const auto order = [&] {
        return test.command("purchases.create",
                            {{"partnerId", SupplierId}, {"lines", Json::array({line})}, {"date", nullptr}});
    };
    const Json made = order();
    EXPECT_EQ(made["lines"][0]["taxCategory"].text(), "L");
    EXPECT_EQ(made["taxes"][0]["taxCategory"].text(), "L");
    line.remove("unitPrice");
    try {
        order();
        FAIL() << "a free line without price";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.code(), "field-required:lines[0].unitPrice");
    }
}

TEST_F(Buyer, AVoidedPaymentOpensTheBalanceAgain) {
    offerTreasury();
    const Json purchase = buy(R"(, "receiveNow": true)").json();
    const Json answer = test.command(
        "purchases.pay", {{"purchaseId", purchase["id"]}, {"amount", 100}, {"origin", "bank_match"}});
    EXPECT_EQ(answer["purchase"]["paymentStatus"].text(), "paid");
    EXPECT_EQ(payable, 0);
    const Json input =
        Json::object({{"paymentId", answer["id"]}, {"reason", "Not this one"}, {"date", purchase["date"]}});
    const Json open = test.command("purchases.void_payment", input);
    EXPECT_EQ(open["paymentStatus"].text(), "unpaid");
    EXPECT_EQ(open["balance"].integer(), 10000);
    EXPECT_EQ(open["payments"][0]["status"].text(), "voided");
    EXPECT_EQ(payable, 10000);
    ASSERT_EQ(reversed.size(), 1U);
    EXPECT_EQ(reversed[0]["transactionId"].text(), Movement);
    EXPECT_EQ(reversed[0]["reason"].text(), "Not this one");
    EXPECT_EQ(test.command("purchases.get", {{"id", purchase["id"]}})["balance"].integer(), 10000);
    try {
        test.command("purchases.void_payment", input);
        FAIL() << "a payment is voided twice";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.code(), "transaction-voided");
    }
}

TEST_F(Buyer, WhatIsStillToBePaidIsToldToTheBank) {
    offerTreasury();
    const Json first = buy(R"(, "supplierReference": "BN-1", "dueDate": "2026-12-31")").json();
    const Json second = buy(R"(, "dueDate": "2026-12-01")").json();
    buy(R"(, "paidInFull": true)");
    const Json open = test.command("purchases.open", {{"partnerId", SupplierId}, {"limit", 10}})["purchases"];
    ASSERT_EQ(open.size(), 2U);
    EXPECT_EQ(open[0]["id"].text(), second["id"].text());
    EXPECT_EQ(open[1]["balance"].integer(), 10000);
    const Json named = test.command("purchases.open", {{"numbers", Json::array({"BN-1"})}})["purchases"];
    ASSERT_EQ(named.size(), 1U);
    EXPECT_EQ(named[0]["id"].text(), first["id"].text());
    EXPECT_EQ(test.command("purchases.open", {{"currency", "USD"}})["purchases"].size(), 0U);
}

TEST_F(Buyer, ADocumentIsKnownByItsOwner) {
    const Json purchase = buy().json();
    const Json facts = test.command("document.purchase", {{"id", purchase["id"]}});
    EXPECT_EQ(facts["number"].text(), purchase["number"].text());
    EXPECT_EQ(facts["partnerId"].text(), SupplierId);
    EXPECT_TRUE(test.command("document.purchase", {{"id", "pur_x"}}).isNull());
    EXPECT_TRUE(test.command("document.expense", {{"id", "exp_x"}}).isNull());
    EXPECT_TRUE(test.command("purchases.get", {{"id", "pur_x"}}).isNull());
}

} // namespace
} // namespace svc::purchases
