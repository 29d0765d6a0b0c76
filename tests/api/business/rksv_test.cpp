// An Austrian till through HTTP; its export is parsed and verified independently.

#include <svc/encoding.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"
#include "api/business/readers/rksv_export.hpp"
#include "api/business/together.hpp"

namespace svc::test {
namespace {

using namespace rksv;

class Rksv : public ::testing::Test {
protected:
    void enable(const std::string& mode, std::int64_t days = 3650, const char* till = "KASSE-1") {
        const Json settings = Json::object({{"cashBoxId", till},
                                            {"trustProvider", "AT1"},
                                            {"signatureKey", makeKey("/CN=Till/C=AT", days).pem}});
        ASSERT_TRUE(
            hasStatus(desk.put("/fiscal/at-rksv",
                               Json::object({{"enabled", true}, {"mode", mode}, {"settings", settings}})),
                      200));
    }
    Json sell(const std::string& amount) {
        return desk.make("/sales",
                         js("{'lines':[{'label':'Coffee','quantity':1,'unitPrice':$1,'taxRate':20}],"
                            "'pricesIncludeTax':true,'paidInFull':true}",
                            {amount}));
    }
    std::vector<Exported> receipts() {
        const Answer dep = desk.get("/fiscal/at-rksv/dep");
        EXPECT_TRUE(hasStatus(dep, 200));
        return chainedReceipts(dep.json, "KASSE-1");
    }
    std::string key() {
        const Json registration = desk.read("/fiscal/at-rksv/registration");
        return base64Decode(registration.textOr("turnoverKey")).value();
    }

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Firm"), "AT"};
};

TEST_F(Rksv, SignsSalesAndRefundsInOneChain) {
    enable("production");
    const Json first = sell("12");
    const Json second = sell("30.50");
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + first.textOr("id") + "/refund", js("{'reason':'Cold'}")), 201));
    const std::vector<Exported> all = receipts();
    ASSERT_EQ(all.size(), 4U) << "the first one, two sales and a refund";
    EXPECT_EQ(all[0].normal(), "0,00");
    EXPECT_EQ(decrypted(all[0], key()), 0);
    EXPECT_EQ(all[1].number(), first.textOr("number"));
    EXPECT_EQ(all[1].normal(), "12,00");
    EXPECT_EQ(decrypted(all[1], key()), 1200);
    EXPECT_EQ(all[2].number(), second.textOr("number"));
    EXPECT_EQ(decrypted(all[2], key()), 4250);
    EXPECT_EQ(all[3].normal(), "-12,00");
    EXPECT_EQ(all[3].turnover(), base64Encode("STO"));
    for (const Exported& one : all) {
        EXPECT_TRUE(one.isSigned);
    }
    EXPECT_EQ(
        service.sql("SELECT qr FROM compliance.mark WHERE document_id = '" + first.textOr("id") + '\'')[0]
            .rfind("_R1-AT1_KASSE-1_" + first.textOr("number") + '_', 0),
        0U);
}

TEST_F(Rksv, TakesNoKeyWithoutItsCertificate) {
    const std::string pem = makeKey("/CN=Till/C=AT", 30).pem;
    const std::string keyAlone = pem.substr(0, pem.find("-----BEGIN CERTIFICATE-----"));
    const Json settings = Json::object({{"signatureKey", keyAlone}});
    EXPECT_TRUE(isRefusal(desk.put("/fiscal/at-rksv", Json::object({{"settings", settings}})), 400,
                          "field-invalid:settings.signatureKey"))
        << "every receipt names the certificate";
}

TEST_F(Rksv, BeginsEachMonthWithAZeroReceipt) {
    enable("production");
    sell("10");
    advanceClock(32 * 24 * 3600);
    const std::vector<Exported> all = receipts();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[2].normal(), "0,00");
    EXPECT_EQ(decrypted(all[2], key()), 1000);
}

TEST_F(Rksv, BeginsWithoutASale) {
    EXPECT_TRUE(isRefusal(desk.get("/fiscal/at-rksv/registration"), 400, "regime-not-enabled"));
    enable("production");
    advanceClock(2 * 3600);
    EXPECT_EQ(receipts().size(), 1U);
    EXPECT_EQ(decrypted(receipts()[0], key()), 0);
    EXPECT_EQ(desk.read("/fiscal/at-rksv/registration").textOr("checkValue").size(), 4U);
}

TEST_F(Rksv, KeepsOneChainWhenManySellAtOnce) {
    constexpr int Clients = 16;
    constexpr int Sales = 3;
    enable("production");
    sellTogether(service, desk, Clients, Sales, "20");
    const std::vector<Exported> all = receipts();
    ASSERT_EQ(all.size(), 1U + Clients * Sales);
    const std::string secret = key();
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(decrypted(all[i], secret), static_cast<std::int64_t>(i) * 100) << "no gap, no fork";
        EXPECT_LE(all[i == 0 ? 0 : i - 1].time(), all[i].time()) << "time does not go backwards";
    }
}

TEST_F(Rksv, KeepsTheTurnoverInTraining) {
    enable("test");
    sell("10");
    const std::vector<Exported> all = receipts();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[1].turnover(), base64Encode("TRA"));
}

TEST_F(Rksv, WhatTakesATrainingSaleBackIsTraining) {
    enable("test");
    const Json trained = sell("10");
    enable("production");
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + trained.textOr("id") + "/refund", js("{'reason':'Cold'}")), 201));
    sell("7");
    const std::vector<Exported> all = receipts();
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[2].normal(), "-10,00");
    EXPECT_EQ(all[2].turnover(), base64Encode("TRA"));
    EXPECT_EQ(decrypted(all[3], key()), 700);
}

TEST_F(Rksv, SellsNothingAsAnotherTill) {
    enable("production");
    sell("10");
    enable("production", 3650, "KASSE-2");
    EXPECT_TRUE(isRefusal(desk.post("/sales", smallSale()), 400, "field-invalid:settings.cashBoxId"));
    advanceClock(32 * 24 * 3600);
    EXPECT_EQ(receipts().size(), 2U) << "nor is there a zero receipt";
    enable("production");
    sell("5");
    EXPECT_EQ(receipts().size(), 4U) << "that of the month, and 5";
}

TEST_F(Rksv, GoesOnWhenTheSignatureUnitIsOutOfOrder) {
    enable("production", 30);
    sell("10");
    advanceClock(31 * 24 * 3600); // its certificate has expired
    const Json unsignedSale = sell("20");
    const Exported last = receipts().back();
    EXPECT_FALSE(last.isSigned);
    EXPECT_EQ(last.number(), unsignedSale.textOr("number"));
    EXPECT_EQ(service.sql("SELECT lines->>1 FROM compliance.mark WHERE document_id = '" +
                          unsignedSale.textOr("id") + '\''),
              std::vector<std::string>{"Sicherheitseinrichtung ausgefallen"});
    enable("production");
    sell("5");
    const std::vector<Exported> all = receipts();
    ASSERT_EQ(all.size(), 6U) << "the first one, 10, that of the month, 20, the end of the outage, 5";
    EXPECT_TRUE(all[4].isSigned) << "a zero receipt ends the outage";
    EXPECT_EQ(all[4].normal(), "0,00");
    EXPECT_TRUE(all[5].isSigned);
    EXPECT_EQ(decrypted(all[5], key()), 3500);
}

TEST_F(Rksv, CancellationsTakeTheTurnoverBack) {
    enable("production");
    const Json sold = desk.make(
        "/sales",
        js("{'partnerId':'$1','lines':[{'label':'Coffee','quantity':1,'unitPrice':12,'taxRate':20}],"
           "'pricesIncludeTax':true}",
           {desk.make("/partners", js("{'name':'P'}")).textOr("id")}));
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + sold.textOr("id") + "/cancel", js("{'reason':'Twice'}")), 200));
    sell("7");
    const std::vector<Exported> all = receipts();
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[2].normal(), "-12,00");
    EXPECT_EQ(decrypted(all[3], key()), 700);
    expectInvariants(service);
}

} // namespace
} // namespace svc::test
