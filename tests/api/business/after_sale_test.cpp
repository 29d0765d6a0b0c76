// After a sale: deliveries, refunds and credit notes, with events, stock, wallets and books.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

class AfterSale : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");
    std::string item =
        desk.make("/items", js("{'name':'$1','price':120,'taxRate':20,'cost':50}", {unique("Machine")}))
            .textOr("id");

    void SetUp() override {
        desk.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                           "'quantity':10,'unitCost':50}]}",
                                           {desk.value("locationId"), item}));
        desk.events();
    }

    /// Two machines at 120, one of them with 10 % discount, and an installation of 60 at 10 % tax.
    Json sale(const std::string& more = {}) {
        const Json made = desk.make("/sales", js("{'partnerId':'$1','lines':[{'itemId':'$2','quantity':2,"
                                                 "'discountPercent':10},{'label':'Installation','quantity':1,"
                                                 "'unitPrice':60,'taxRate':10,'service':true}]" +
                                                     (more.empty() ? "" : "," + more) + "}",
                                                 {partner, item}));
        desk.events();
        return made;
    }
    Json paid() { return sale("'paidInFull':true,'walletId':'" + desk.value("bankWalletId") + "'"); }
    Json stock() {
        const Json row = desk.read("/stock?itemId=" + item)[0];
        return Json::array({row["quantity"], row["reserved"]});
    }
    std::int64_t bank() {
        const Json wallets = desk.read("/wallets");
        for (const Json& wallet : wallets.items()) {
            if (wallet.textOr("id") == desk.value("bankWalletId")) {
                return wallet["balance"].integer();
            }
        }
        throw std::runtime_error("no bank wallet");
    }
    Answer refund(const Json& sale, const std::string& body) {
        return desk.post("/sales/" + sale.textOr("id") + "/refund", js(body, {lineOf(sale, 0)}));
    }
    Answer deliver(const Json& sale, const std::string& body) {
        return desk.post("/sales/" + sale.textOr("id") + "/deliveries", js(body, {lineOf(sale, 0)}));
    }
    static std::string lineOf(const Json& sale, std::size_t at) { return sale["lines"][at].textOr("id"); }
    Json read(const Json& sale) { return desk.read("/sales/" + sale.textOr("id")); }
};

TEST_F(AfterSale, ARefundOfALineGivesMoneyBackAndGoodsReturn) {
    const Json sale = paid();
    const std::int64_t before = bank();
    const Answer answer =
        refund(sale, "{'lines':[{'lineId':'$1','quantity':1}],'reason':'One machine returned'}");
    ASSERT_EQ(answer.status, 201) << answer.body;
    const Json refund = answer.json;
    EXPECT_EQ(refund["amount"].integer(), 10800);
    EXPECT_EQ(bank(), before - 10800);
    EXPECT_TRUE(same(stock(), js("[9,0]")));
    const std::vector<Json> events = desk.events();
    EXPECT_THAT(typesOf(events), ElementsAre("stock.movement", "invoice.refunded"));
    const Json wanted = Json::object({{"id", sale["id"]},
                                      {"number", sale["number"]},
                                      {"total", money(27600)},
                                      {"refund", money(10800)},
                                      {"refunded", money(10800)},
                                      {"credited", money(10800)},
                                      {"balance", money(0)},
                                      {"full", false},
                                      {"creditNoteId", refund["creditNote"]["id"]},
                                      {"creditNoteNumber", refund["creditNote"]["number"]},
                                      {"partner", sale["partner"]},
                                      {"reason", "One machine returned"},
                                      {"actor", sale["createdBy"]}});
    EXPECT_TRUE(same(events[1]["data"], wanted));
    EXPECT_EQ(events[0]["data"].textOr("reason"), "return");
    EXPECT_THAT(desk.postings(refund["creditNote"].textOr("id"), "PCG"),
                UnorderedElementsAre("411 0.00 108.00", "707 90.00 0.00", "44571 18.00 0.00",
                                     "512 0.00 108.00", "411 108.00 0.00", "37 50.00 0.00",
                                     "6037 0.00 50.00"));
    EXPECT_EQ(read(sale).textOr("paymentStatus"), "partially_refunded");
}

TEST_F(AfterSale, AnAmountIsSplitOverTheRates) {
    const Json sale = paid();
    const Answer answer = refund(sale, "{'amount':100.01}");
    ASSERT_EQ(answer.status, 201) << answer.body;
    const Json note = answer.json["creditNote"];
    EXPECT_EQ(note["total"].integer(), 10001);
    // The refund is 78.27 of 216.00 at 20 % and 21.74 of 60.00 at 10 %.
    EXPECT_EQ(note["taxTotal"].integer(), 1305 + 198);
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("invoice.refunded")) << "no goods came back";
    const Json rest = refund(sale, "{}").json;
    EXPECT_EQ(rest["creditNote"]["taxTotal"].integer(), sale["taxTotal"].integer() - 1305 - 198);
    EXPECT_EQ(rest["sale"].textOr("paymentStatus"), "refunded");
}

TEST_F(AfterSale, AnEmptyBodyOnAPartlyPaidSaleCreditsAllAndReturnsWhatIsHeld) {
    const Json sale =
        this->sale("'payments':[{'amount':100,'walletId':'" + desk.value("bankWalletId") + "'}]");
    const Answer answer = desk.post("/sales/" + sale.textOr("id") + "/refund", Json::object());
    ASSERT_EQ(answer.status, 201) << answer.body;
    EXPECT_EQ(answer.json["amount"].integer(), 27600);
    EXPECT_EQ(answer.json["moneyReturned"].integer(), 10000);
    EXPECT_EQ(answer.json["sale"].textOr("paymentStatus"), "refunded");
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 0);
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("invoice.refunded"));
}

TEST_F(AfterSale, ACreditLowersTheBalanceAlone) {
    const Json sale = this->sale();
    const Answer answer = refund(sale, "{'amount':76,'walletId':null}");
    ASSERT_EQ(answer.status, 201) << answer.body;
    EXPECT_EQ(answer.json.textOr("kind"), "credit");
    EXPECT_EQ(answer.json["sale"]["balance"].integer(), 20000);
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 20000);
    EXPECT_EQ(refund(sale, "{'amount':200.01}").code(), "amount-above-refundable");
    const Answer cancelled = desk.post("/sales/" + sale.textOr("id") + "/cancel", Json::object());
    ASSERT_EQ(cancelled.status, 200) << cancelled.body;
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 0);
    EXPECT_TRUE(same(stock(), js("[10,0]")));
}

TEST_F(AfterSale, WhatIsKeptBackLeavesWithTheDeliveries) {
    const Json sale = this->sale("'deliverLater':true");
    EXPECT_TRUE(same(stock(), js("[10,2]")));
    const Answer first = deliver(
        sale, "{'lines':[{'lineId':'$1','quantity':1}],'carrier':'DPD','trackingNumber':'0987 6543'}");
    ASSERT_EQ(first.status, 201) << first.body;
    EXPECT_EQ(first.json.textOr("number").substr(0, 4), "DLV-");
    EXPECT_TRUE(same(stock(), js("[9,1]")));
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("delivery.created"));
    const Json wanted =
        Json::object({{"id", first.json["id"]},
                      {"number", first.json["number"]},
                      {"saleId", sale["id"]},
                      {"saleNumber", sale["number"]},
                      {"date", first.json["date"]},
                      {"partner", sale["partner"]},
                      {"complete", false},
                      {"lines", Json::array({Json::object({{"saleLineId", sale["lines"][0]["id"]},
                                                           {"itemId", item},
                                                           {"label", sale["lines"][0]["label"]},
                                                           {"quantity", 1}})})},
                      {"carrier", "DPD"},
                      {"trackingNumber", "0987 6543"},
                      {"actor", sale["createdBy"]}});
    EXPECT_TRUE(same(events[0]["data"], wanted));
    EXPECT_EQ(events[0].textOr("object"), "delivery");
    EXPECT_THAT(desk.postings(first.json.textOr("id"), "PCG"),
                UnorderedElementsAre("6037 50.00 0.00", "37 0.00 50.00"));

    const Answer second = deliver(sale, "{}");
    EXPECT_TRUE(second.json["complete"].boolean());
    EXPECT_TRUE(same(stock(), js("[8,0]")));
    EXPECT_EQ(read(sale).textOr("deliveryStatus"), "delivered");
    EXPECT_EQ(deliver(sale, "{}").code(), "already-delivered");
}

TEST_F(AfterSale, ARefundBeforeTheDeliveryFreesWhatWasKeptBack) {
    const Json sale = this->sale("'deliverLater':true");
    ASSERT_EQ(refund(sale, "{'lines':[{'lineId':'$1','quantity':1}]}").status, 201);
    EXPECT_TRUE(same(stock(), js("[10,1]")));
    EXPECT_EQ(deliver(sale, "{'lines':[{'lineId':'$1','quantity':2}]}").code(),
              "quantity-above-remaining:" + lineOf(sale, 0) + ":1");
    EXPECT_TRUE(deliver(sale, "{}").json["complete"].boolean());
}

TEST_F(AfterSale, RefusalsNameTheFirstThatIsWrong) {
    const Json sale = paid();
    const std::string path = "/sales/" + sale.textOr("id");
    EXPECT_EQ(desk.post("/sales/sal_1/refund", Json::object()).code(), "sale-not-found");
    EXPECT_EQ(desk.post("/sales/sal_1/deliveries", Json::object()).code(), "sale-not-found");
    EXPECT_EQ(refund(sale, "{'amount':0}").code(), "amount-required");
    EXPECT_EQ(refund(sale, "{'lines':[{'lineId':'$1'}]}").code(), "field-required:lines[0].quantity");
    EXPECT_EQ(refund(sale, "{'lines':[{'lineId':'$1','quantity':0}]}").code(),
              "field-invalid:lines[0].quantity");
    EXPECT_EQ(refund(sale, "{'lines':[{'lineId':'lin_1','quantity':1}]}").code(), "line-not-found:lin_1");
    EXPECT_EQ(refund(sale, "{'amount':1,'walletId':'wal_1'}").code(), "wallet-not-found");
    EXPECT_EQ(refund(sale, "{'amount':276.01}").code(), "amount-above-refundable");
    EXPECT_EQ(refund(sale, "{'amount':1.001}").code(), "field-invalid:amount");
    EXPECT_EQ(refund(sale, "{'lines':[{'lineId':'$1','quantity':3}]}").code(),
              "quantity-above-remaining:" + lineOf(sale, 0) + ":2");
    EXPECT_EQ(deliver(sale, "{'locationId':'loc_1'}").code(), "location-not-found");
    EXPECT_THAT(desk.events(), ::testing::IsEmpty());
    const Answer dry = desk.post(path + "/refund", Json::object(), {{"Svc-Dry-Run", "true"}});
    EXPECT_EQ(dry.status, 200) << dry.body;
    EXPECT_EQ(dry.json["result"]["creditNote"].textOr("number"), "DRAFT");
    EXPECT_EQ(read(sale)["refunds"].size(), 0U);
}

TEST_F(AfterSale, AForeignSaleIsRefundedAtTheRateOfTheDay) {
    desk.put("/rates/USD", js("{'rate':1.25,'date':'$1'}", {desk.today()}));
    const Json sale = desk.make(
        "/sales",
        js("{'partnerId':'$1','currency':'USD','lines':[{'label':'Room','quantity':1,'unitPrice':100,"
           "'taxRate':20}],'paidInFull':true,'walletId':'$2'}",
           {partner, desk.value("bankWalletId")}));
    const std::int64_t before = bank();
    const Answer answer = refund(sale, "{}");
    ASSERT_EQ(answer.status, 201) << answer.body;
    EXPECT_EQ(bank(), before - 8000);
    EXPECT_EQ(answer.json["walletAmount"].integer(), 8000);
}

} // namespace
} // namespace svc::test
