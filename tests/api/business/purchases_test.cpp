// Purchases: each transition to each state with its events, each refused action with its code, and the
// effects on stock, wallet, supplier and books.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class Purchases : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string supplier =
        desk.make("/partners", js("{'name':'$1','kind':'supplier'}", {unique("Roaster")})).textOr("id");
    std::string item = desk.make("/items", js("{'name':'$1'}", {unique("Beans")})).textOr("id");

    void SetUp() override { desk.events(); }

    std::string body(const std::string& more = {}) {
        return "{'partnerId':'" + supplier + "','lines':[{'itemId':'" + item +
               "','quantity':40,'unitPrice':12.00,'taxRate':20}]" + (more.empty() ? "" : "," + more) + "}";
    }
    Json order(const std::string& more = {}) { return desk.make("/purchases", js(body(more))); }
    std::string at(const Json& purchase, const std::string& below) {
        return "/purchases/" + purchase.textOr("id") + below;
    }
    Json read(const Json& purchase) { return desk.read(at(purchase, "")); }
    std::int64_t payable() { return desk.read("/partners/" + supplier)["payable"].integer(); }
    Json stock() { return desk.read("/stock?itemId=" + item); }
    std::string bank(const std::string& more) {
        return desk.make("/wallets", js("{'name':'$1','kind':'bank'," + more + "}", {unique("Bank")}))
            .textOr("id");
    }
    void refuses(const std::string& path, const std::string& text, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post(path, js(text)), status, code)) << text;
    }
};

TEST_F(Purchases, AnOrderIsReadBackAndIsNoAccountingEvent) {
    const Json purchase = order("'supplierReference':'BN-7781','expectedAt':'2099-11-28'");
    const Json wanted =
        js("{'status':'ordered','receiptStatus':'pending','paymentStatus':'unpaid','subtotal':40000,"
           "'taxTotal':8000,'total':48000,'totalBase':48000,'paid':0,'balance':48000,'currency':'EUR',"
           "'supplierReference':'BN-7781','expectedAt':'2099-11-28','receipts':[],'payments':[],"
           "'version':1,'taxes':[{'taxCategory':'S','taxRate':20,'net':40000,'tax':8000}]}");
    for (const Json::Member& member : wanted.members()) {
        EXPECT_TRUE(same(purchase[member.name], member.value)) << member.name;
    }
    EXPECT_TRUE(same(read(purchase), purchase));
    EXPECT_EQ(purchase["lines"][0]["quantityReceived"].integer(), 0);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("purchase.created"));
    EXPECT_EQ(events[0].textOr("object"), "purchase");
    EXPECT_EQ(events[0].textOr("objectId"), purchase.textOr("id"));
    const Json& line = purchase["lines"][0];
    EXPECT_TRUE(same(events[0]["data"],
                     Json::object({{"id", purchase["id"]},
                                   {"number", purchase["number"]},
                                   {"supplierReference", "BN-7781"},
                                   {"partner", purchase["partner"]},
                                   {"total", money(48000)},
                                   {"tax", money(8000)},
                                   {"expectedAt", "2099-11-28"},
                                   {"lines", Json::array({Json::object({{"id", line["id"]},
                                                                        {"itemId", item},
                                                                        {"label", line["label"]},
                                                                        {"quantity", 40},
                                                                        {"unitPrice", money(1200)},
                                                                        {"total", money(48000)}})})},
                                   {"actor", purchase["createdBy"]}})));
    EXPECT_THAT(desk.postings(purchase.textOr("id"), "PCG"), IsEmpty());
    EXPECT_EQ(payable(), 0);
    EXPECT_EQ(stock().size(), 0U);
}

TEST_F(Purchases, AReceiptInTwoPartsIsOwedAndOnTheShelf) {
    const Json purchase = order();
    const std::string line = purchase["lines"][0].textOr("id");
    desk.events();
    const Json first =
        desk.make(at(purchase, "/receipts"), js("{'lines':[{'lineId':'$1','quantity':25}]}", {line}));
    EXPECT_FALSE(first["complete"].boolean());
    EXPECT_EQ(first.textOr("receiptStatus"), "partially_received");
    EXPECT_EQ(first["lines"][0]["unitCost"].integer(), 1000);
    EXPECT_EQ(first.textOr("purchaseId"), purchase.textOr("id"));
    EXPECT_EQ(payable(), 30000);
    EXPECT_EQ(stock()[0]["quantity"].integer(), 25);
    refuses(at(purchase, "/receipts"), "{'lines':[{'lineId':'" + line + "','quantity':16}]}", 400,
            "quantity-above-remaining:" + line + ":15");
    refuses(at(purchase, "/receipts"), "{'lines':[{'lineId':'" + line + "','quantity':-1}]}", 400,
            "field-invalid:lines[0].quantity");
    refuses(at(purchase, "/receipts"), "{'lines':[]}", 400, "field-invalid:lines");
    const Json second = desk.make(at(purchase, "/receipts"), Json::object());
    EXPECT_TRUE(second["complete"].boolean());
    EXPECT_EQ(second["lines"][0]["quantity"].integer(), 15);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("purchase.received", "purchase.received"));
    EXPECT_TRUE(same(events[0]["data"],
                     Json::object({{"id", purchase["id"]},
                                   {"number", purchase["number"]},
                                   {"partner", purchase["partner"]},
                                   {"receiptId", first["id"]},
                                   {"receiptNumber", first["number"]},
                                   {"locationId", first["locationId"]},
                                   {"complete", false},
                                   {"lines", Json::array({Json::object({{"purchaseLineId", line},
                                                                        {"itemId", item},
                                                                        {"quantity", 25},
                                                                        {"unitCost", money(1000)}})})},
                                   {"actor", purchase["createdBy"]}})));
    EXPECT_EQ(payable(), 48000);
    const Json item40 = desk.read("/items/" + item);
    EXPECT_EQ(item40["averageCost"].integer(), 1000);
    EXPECT_EQ(item40["cost"].integer(), 1000);
    EXPECT_THAT(desk.postings(purchase.textOr("id"), "PCG"),
                UnorderedElementsAre("607 250.00 0.00", "44566 50.00 0.00", "401 0.00 300.00",
                                     "37 250.00 0.00", "6037 0.00 250.00", "607 150.00 0.00",
                                     "44566 30.00 0.00", "401 0.00 180.00", "37 150.00 0.00",
                                     "6037 0.00 150.00"));
    refuses(at(purchase, "/receipts"), "{}", 400, "already-received");
    refuses(at(purchase, "/cancel"), "{}", 400, "purchase-not-cancellable");
    EXPECT_EQ(read(purchase)["receipts"].size(), 2U);
    EXPECT_EQ(read(purchase)["version"].integer(), 3);
}

TEST_F(Purchases, ReceivedAndPaidAtOnceTellsThreeEvents) {
    const std::string wallet = bank("'openingBalance':900,'allowNegative':false");
    desk.events();
    const Json purchase = order("'receiveNow':true,'paidInFull':true,'walletId':'" + wallet + "'");
    EXPECT_EQ(purchase.textOr("receiptStatus"), "received");
    EXPECT_EQ(purchase.textOr("paymentStatus"), "paid");
    EXPECT_EQ(purchase["balance"].integer(), 0);
    EXPECT_TRUE(same(read(purchase), purchase));
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("purchase.created", "purchase.received", "purchase.paid"));
    const Json paid = events[2]["data"];
    EXPECT_TRUE(same(paid["total"], money(48000)));
    EXPECT_TRUE(same(paid["paid"], money(48000)));
    EXPECT_EQ(paid.textOr("paymentId"), purchase["payments"][0].textOr("id"));
    EXPECT_EQ(payable(), 0);
    refuses(at(purchase, "/payments"), "{'amount':1}", 400, "amount-above-outstanding");
    refuses("/purchases", body("'paidInFull':true,'walletId':'" + wallet + "'"), 400,
            "insufficient-funds:" + wallet + ":42000");
    EXPECT_THAT(desk.events(), IsEmpty());
}

TEST_F(Purchases, PartPaymentsLeadToPaidOnce) {
    const Json purchase = order();
    desk.events();
    refuses(at(purchase, "/payments"), "{}", 400, "amount-required");
    refuses(at(purchase, "/payments"), "{'amount':0}", 400, "amount-required");
    refuses(at(purchase, "/payments"), "{'amount':480.01}", 400, "amount-above-outstanding");
    refuses(at(purchase, "/payments"), "{'amount':1,'walletId':'wal_x'}", 404, "wallet-not-found");
    const std::string wallet = bank("'openingBalance':0");
    const Json part = desk.make(at(purchase, "/payments"),
                                js("{'amount':100,'walletId':'$1','reference':'VIR 1'}", {wallet}));
    EXPECT_EQ(part.textOr("method"), "bank_transfer");
    EXPECT_TRUE(same(part["purchase"], Json::object({{"id", purchase["id"]},
                                                     {"paymentStatus", "partially_paid"},
                                                     {"paid", 10000},
                                                     {"balance", 38000}})));
    EXPECT_THAT(desk.events(), IsEmpty());
    EXPECT_EQ(payable(), -10000);
    refuses(at(purchase, "/cancel"), "{}", 400, "purchase-not-cancellable");
    const Json rest = desk.make(at(purchase, "/payments"), js("{'amount':380,'walletId':'$1'}", {wallet}));
    EXPECT_EQ(rest["purchase"].textOr("paymentStatus"), "paid");
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("purchase.paid"));
    EXPECT_THAT(
        desk.postings(purchase.textOr("id"), "PCG"),
        UnorderedElementsAre("401 100.00 0.00", "512 0.00 100.00", "401 380.00 0.00", "512 0.00 380.00"));
    desk.make(at(purchase, "/receipts"), Json::object());
    EXPECT_EQ(payable(), 0);
}

TEST_F(Purchases, AnUntouchedOrderIsCancelledForGood) {
    const Json purchase = order();
    desk.events();
    const Answer cancelled = desk.post(at(purchase, "/cancel"), js("{'reason':'Out of stock'}"));
    ASSERT_TRUE(hasStatus(cancelled, 200));
    EXPECT_EQ(cancelled.json.textOr("status"), "cancelled");
    EXPECT_EQ(cancelled.json["balance"].integer(), 0);
    EXPECT_EQ(cancelled.json["cancellation"].textOr("reason"), "Out of stock");
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("purchase.cancelled"));
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", purchase["id"]},
                                                      {"number", purchase["number"]},
                                                      {"partner", purchase["partner"]},
                                                      {"total", money(48000)},
                                                      {"reason", "Out of stock"},
                                                      {"actor", purchase["createdBy"]}})));
    refuses(at(purchase, "/cancel"), "{}", 400, "purchase-not-cancellable");
    refuses(at(purchase, "/receipts"), "{}", 400, "purchase-cancelled");
    refuses(at(purchase, "/payments"), "{'amount':1}", 400, "purchase-cancelled");
    EXPECT_TRUE(isRefusal(desk.patch(at(purchase, ""), js("{'note':'x'}")), 400, "purchase-cancelled"));
}

TEST_F(Purchases, WhatIsWrongIsNamed) {
    refuses("/purchases", "{}", 400, "field-required:partnerId");
    refuses("/purchases", "{'partnerId':'" + supplier + "'}", 400, "field-required:lines");
    refuses("/purchases", "{'partnerId':'" + supplier + "','lines':[{'quantity':1}]}", 400,
            "field-required:lines[0].label");
    refuses("/purchases", "{'partnerId':'" + supplier + "','lines':[{'label':'x','quantity':1}]}", 400,
            "field-required:lines[0].unitPrice");
    refuses("/purchases", "{'partnerId':'par_x','lines':[{'label':'x','quantity':1,'unitPrice':1}]}", 404,
            "partner-not-found");
    refuses("/purchases", body("'businessUnitId':'bus_x'"), 404, "business-unit-not-found");
    refuses("/purchases", body("'locationId':'loc_x'"), 404, "location-not-found");
    refuses("/purchases", body("'walletId':'wal_x'"), 404, "wallet-not-found");
    refuses("/purchases", body("'currency':'XXX'"), 400, "currency-unsupported:XXX");
    refuses("/purchases", body("'currency':'USD','exchangeRate':0"), 400, "field-invalid:exchangeRate");
    refuses("/purchases", body("'date':'2999-01-01'"), 400, "field-invalid:date");
    refuses("/purchases", body("'dueDate':'1999-01-01'"), 400, "field-invalid:dueDate");
    const std::string customer = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");
    refuses("/purchases",
            "{'partnerId':'" + customer + "','lines':[{'label':'x','quantity':1,'unitPrice':1}]}", 400,
            "partner-not-supplier");
    refuses("/purchases", "{'partnerId':'" + supplier + "','lines':[{'itemId':'itm_x','quantity':1}]}", 404,
            "item-not-found:itm_x");
    refuses("/purchases/pur_x/receipts", "{}", 404, "purchase-not-found");
    refuses("/purchases/pur_x/payments", "{'amount':1}", 404, "purchase-not-found");
    refuses("/purchases/pur_x/cancel", "{}", 404, "purchase-not-found");
    EXPECT_TRUE(isRefusal(desk.get("/purchases/pur_x"), 404, "purchase-not-found"));
    const Json purchase = order("'supplierReference':'BN-1'");
    refuses("/purchases", body("'supplierReference':'BN-1'"), 400, "already-exists:supplierReference");
    refuses(at(purchase, "/receipts"), "{'lines':[{'lineId':'lin_x'}]}", 404, "line-not-found:lin_x");
    refuses(at(purchase, "/receipts"), "{'locationId':'loc_x'}", 404, "location-not-found");
    const std::string line = purchase["lines"][0].textOr("id");
    refuses(at(purchase, "/receipts"), "{'lines':[{'lineId':'" + line + "','quantity':0}]}", 400,
            "field-invalid:lines[0].quantity");
    refuses(at(purchase, "/receipts"), "{'lines':[{'lineId':'" + line + "','quantity':-1}]}", 400,
            "field-invalid:lines[0].quantity");
    refuses(at(purchase, "/receipts"), "{'date':'1999-01-01'}", 400, "field-invalid:date");
    const Json other = order("'supplierReference':'BN-2'");
    EXPECT_TRUE(isRefusal(desk.patch(at(other, ""), js("{'supplierReference':'BN-1'}")), 400,
                          "already-exists:supplierReference"));
    EXPECT_TRUE(isRefusal(desk.patch(at(other, ""), js("{'note':'x'}"), {{"If-Match", "\"9\""}}), 412,
                          "version-mismatch"));
    const Json changed = desk.change(at(other, ""), js("{'note':'Call first','dueDate':'2099-01-01'}"));
    EXPECT_EQ(changed.textOr("dueDate"), "2099-01-01");
    EXPECT_EQ(changed["version"].integer(), 2);
}

TEST_F(Purchases, LotsComeInByTheirNumbers) {
    item = desk.make("/items", js("{'name':'$1','trackLots':true}", {unique("Milk")})).textOr("id");
    const Json purchase = order();
    const std::string line = purchase["lines"][0].textOr("id");
    refuses(at(purchase, "/receipts"), "{}", 400, "field-required:lines[0].lotNumber");
    desk.make(at(purchase, "/receipts"),
              js("{'lines':[{'lineId':'$1','quantity':30,'lotNumber':'L1','expiresOn':'2099-01-31'},"
                 "{'lineId':'$1','quantity':10,'lotNumber':'L2','unitCost':11}]}",
                 {line}));
    EXPECT_EQ(stock()[0]["quantity"].integer(), 40);
    EXPECT_EQ(stock()[0]["averageCost"].integer(), 1025);
    EXPECT_EQ(payable(), 48000);
}

TEST_F(Purchases, AtAnArchivedPlaceServicesAreReceivedAndGoodsNeedAnother) {
    const std::string place = desk.make("/locations", js("{'name':'$1'}", {unique("Barn")})).textOr("id");
    const Json purchase =
        desk.make("/purchases", js("{'partnerId':'$1','locationId':'$2','lines':["
                                   "{'label':'Advice','quantity':1,'unitPrice':120,'service':true},"
                                   "{'itemId':'$3','quantity':40,'unitPrice':12}]}",
                                   {supplier, place, item}));
    desk.change("/locations/" + place, js("{'archived':true}"));
    const auto line = [&](std::size_t index) {
        return "'lines':[{'lineId':'" + purchase["lines"][index].textOr("id") + "'}]";
    };
    refuses(at(purchase, "/receipts"), "{" + line(0) + ",'locationId':'" + place + "'}", 400,
            "field-invalid:locationId");
    const Json advice = desk.make(at(purchase, "/receipts"), js("{" + line(0) + "}"));
    EXPECT_TRUE(advice["locationId"].isNull());
    EXPECT_EQ(payable(), 12000);
    refuses(at(purchase, "/receipts"), "{}", 400, "field-required:locationId");
    desk.make(at(purchase, "/receipts"), js("{'locationId':'" + desk.value("locationId") + "'}"));
    EXPECT_EQ(read(purchase).textOr("receiptStatus"), "received");
    EXPECT_EQ(stock()[0]["quantity"].integer(), 40);
}

TEST_F(Purchases, AnExpenseMovesTheWalletAndTellsItselfAlone) {
    const std::string wallet = bank("'openingBalance':100,'allowNegative':false");
    desk.events();
    const Json expense = desk.make(
        "/expenses", js("{'label':'Window cleaning','category':'maintenance','amount':45.00,'taxRate':20,"
                        "'walletId':'$1','partnerId':'$2'}",
                        {wallet, supplier}));
    EXPECT_EQ(expense["amount"].integer(), 4500);
    EXPECT_EQ(expense["tax"].integer(), 750);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("expense.created"));
    EXPECT_EQ(events[0].textOr("object"), "expense");
    const Json data = events[0]["data"];
    EXPECT_TRUE(same(data["amount"], money(4500)));
    EXPECT_TRUE(same(data["tax"], money(750)));
    EXPECT_EQ(data["partner"].textOr("id"), supplier);
    EXPECT_EQ(data.textOr("transactionId"), expense.textOr("transactionId"));
    EXPECT_THAT(desk.postings(expense.textOr("id"), "PCG"),
                UnorderedElementsAre("615 37.50 0.00", "44566 7.50 0.00", "512 0.00 45.00"));
    EXPECT_EQ(payable(), 0);
    const std::string movement = expense.textOr("transactionId");
    const Answer voided = desk.post("/transactions/" + movement + "/void", js("{'reason':'Typed twice'}"));
    ASSERT_TRUE(hasStatus(voided, 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.voided"));
    EXPECT_EQ(desk.read("/expenses?walletId=" + wallet)[0].textOr("status"), "voided");
    std::vector<std::string> back;
    for (const BookLine& line : desk.books("PCG")) {
        if (line.at("account") == "44566" && line.at("credit") == "7.50") {
            back.push_back(line.at("credit"));
        }
    }
    EXPECT_THAT(back, ::testing::Contains("7.50"));
    refuses("/expenses", "{'amount':1}", 400, "field-required:label");
    refuses("/expenses", "{'label':'x'}", 400, "amount-required");
    refuses("/expenses", "{'label':'x','amount':1,'walletId':'wal_x'}", 404, "wallet-not-found");
    refuses("/expenses", "{'label':'x','amount':1,'partnerId':'par_x'}", 404, "partner-not-found");
    refuses("/expenses", "{'label':'x','amount':1,'category':'sock'}", 400, "category-unknown:sock");
    refuses("/expenses", "{'label':'x','amount':101,'walletId':'" + wallet + "'}", 400,
            "insufficient-funds:" + wallet + ":10000");
}

TEST_F(Purchases, AForeignDebtIsPaidAtTheRateOfTheDay) {
    ASSERT_TRUE(hasStatus(desk.put("/rates/USD", js("{'rate':1.25}")), 200));
    const Json purchase =
        desk.make("/purchases", js("{'partnerId':'$1','currency':'USD','exchangeRate':1.1,'receiveNow':true,"
                                   "'lines':[{'itemId':'$2','quantity':10,'unitPrice':11,'taxRate':0}]}",
                                   {supplier, item}));
    EXPECT_EQ(purchase["total"].integer(), 11000);
    EXPECT_EQ(purchase["totalBase"].integer(), 10000);
    EXPECT_EQ(payable(), 10000);
    EXPECT_EQ(stock()[0]["averageCost"].integer(), 1000);
    const std::string euros = bank("'openingBalance':1000");
    const Json part =
        desk.make(at(purchase, "/payments"), js("{'amount':55,'walletId':'$1','walletAmount':44}", {euros}));
    EXPECT_EQ(part["walletAmount"].integer(), 4400);
    EXPECT_EQ(part.textOr("walletCurrency"), "EUR");
    EXPECT_EQ(payable(), 5000);
    desk.make(at(purchase, "/payments"), js("{'amount':55,'walletId':'$1','walletAmount':53.50}", {euros}));
    EXPECT_EQ(payable(), 0);
    EXPECT_THAT(desk.postings(purchase.textOr("id"), "PCG"),
                UnorderedElementsAre("607 100.00 0.00", "401 0.00 100.00", "37 100.00 0.00",
                                     "6037 0.00 100.00", "401 50.00 0.00", "512 0.00 44.00", "756 0.00 6.00",
                                     "401 50.00 0.00", "656 3.50 0.00", "512 0.00 53.50"));
}

TEST_F(Purchases, ThePaymentOnTheDayOfAForeignDebtTakesTheRateOfTheDay) {
    ASSERT_TRUE(hasStatus(desk.put("/rates/USD", js("{'rate':1.25}")), 200));
    const Json purchase =
        desk.make("/purchases", js("{'partnerId':'$1','currency':'USD','exchangeRate':1.1,'receiveNow':true,"
                                   "'lines':[{'itemId':'$2','quantity':1,'unitPrice':110,'taxRate':0}]}",
                                   {supplier, item}));
    const std::string euros = bank("'openingBalance':1000");
    const Json paid = desk.make(at(purchase, "/payments"), js("{'amount':110,'walletId':'$1'}", {euros}));
    EXPECT_EQ(paid["walletAmount"].integer(), 8800);
}

TEST_F(Purchases, AWalletOfAThirdCurrencyPaysTheExactAmountAndNeverNothing) {
    Desk own(sharedService(), unique("Change"), "FR");
    own.put("/rates/USD", js("{'rate':1.0842}"));
    own.put("/rates/XOF", js("{'rate':655.957}"));
    const std::string from = own.make("/partners", js("{'name':'From','kind':'supplier'}")).textOr("id");
    const auto pay = [&](const std::string& currency, const std::string& price, const std::string& wallet) {
        const Json purchase =
            own.make("/purchases",
                     js("{'partnerId':'$1','currency':'$2','lines':[{'label':'A','quantity':1,'unitPrice':"
                        "$3,'taxRate':0}]}",
                        {from, currency, price}));
        return own.post("/purchases/" + purchase.textOr("id") + "/payments",
                        js("{'amount':$1,'walletId':'$2'}", {price, wallet}));
    };
    const std::string francs =
        own.make("/wallets", js("{'name':'Francs','kind':'bank','currency':'XOF'}")).textOr("id");
    const Answer paid = pay("USD", "1", francs);
    EXPECT_EQ(paid.json["walletAmount"].integer(), 605) << paid.body; // 605.015
    EXPECT_TRUE(isRefusal(pay("XOF", "1", own.value("bankWalletId")), 400, "field-invalid:walletAmount"));
}

TEST_F(Purchases, ListsHaveFiltersPagesAndTotals) {
    const Json one = order("'supplierReference':'R-1'");
    const Json two = order("'receiveNow':true");
    desk.post(at(one, "/cancel"), Json::object());
    const std::string mine = "/purchases?partnerId=" + supplier;
    EXPECT_THAT(textsOf(desk.read(mine), "id"), ElementsAre(two.textOr("id"), one.textOr("id")));
    EXPECT_THAT(textsOf(desk.read(mine + "&sort=number"), "id"),
                ElementsAre(one.textOr("id"), two.textOr("id")));
    EXPECT_THAT(textsOf(desk.read(mine + "&status=ordered"), "id"), ElementsAre(two.textOr("id")));
    EXPECT_THAT(textsOf(desk.read(mine + "&receiptStatus=received,partially_received"), "id"),
                ElementsAre(two.textOr("id")));
    EXPECT_THAT(textsOf(desk.read(mine + "&supplierReference=R-1"), "id"), ElementsAre(one.textOr("id")));
    EXPECT_EQ(desk.read(mine + "&paymentStatus=paid").size(), 0U);
    EXPECT_EQ(desk.read(mine + "&q=" + two.textOr("number")).size(), 1U);
    EXPECT_FALSE(desk.read(mine)[0].contains("lines"));
    EXPECT_EQ(desk.read(mine + "&include=lines,receipts,payments")[0]["receipts"].size(), 1U);
    const Json page = desk.read(mine + "&page=1&size=1");
    EXPECT_EQ(page["total"].integer(), 2);
    EXPECT_EQ(page["data"].size(), 1U);
    EXPECT_TRUE(
        same(page["totals"], js("{'currency':'EUR','subtotal':40000,'taxTotal':8000,'total':48000,'paid':0,"
                                "'balance':48000}")));
    const Json all = desk.read("/purchases?page=1");
    const Json filtered = desk.read("/purchases?page=1&status=ordered,cancelled");
    EXPECT_TRUE(same(all["totals"], filtered["totals"]));
    EXPECT_TRUE(same(all["total"], filtered["total"]));
    EXPECT_TRUE(isRefusal(desk.get(mine + "&sort=sock"), 400, "field-invalid:sort"));
}

TEST_F(Purchases, TheHistoryTellsWhatWasDone) {
    const Json purchase = order();
    desk.make(at(purchase, "/receipts"), Json::object());
    desk.make(at(purchase, "/payments"),
              js("{'amount':480,'walletId':'$1'}", {bank("'openingBalance':500")}));
    const Json history = desk.read("/history/purchase/" + purchase.textOr("id"));
    EXPECT_THAT(textsOf(history["data"], "action"),
                ElementsAre("payment.recorded", "purchase.received", "purchase.created"));
}

TEST(PurchasesElsewhere, ACompanyWithoutCentsBuysInWholeUnits) {
    Desk desk(sharedService(), unique("Dakar"), "SN");
    const std::string supplier =
        desk.make("/partners", js("{'name':'Grossiste','kind':'both'}")).textOr("id");
    const std::string item = desk.make("/items", js("{'name':'Riz'}")).textOr("id");
    const Json purchase = desk.make(
        "/purchases", js("{'partnerId':'$1','receiveNow':true,'pricesIncludeTax':false,'lines':[{'itemId':"
                         "'$2','quantity':3,'unitPrice':3333.3333}]}",
                         {supplier, item}));
    EXPECT_EQ(purchase.textOr("currency"), "XOF");
    EXPECT_EQ(purchase["total"].integer(), 10000);
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["value"].integer(), 10000);
    EXPECT_EQ(desk.read("/partners/" + supplier)["payable"].integer(), 10000);
    EXPECT_TRUE(
        isRefusal(desk.post("/purchases/" + purchase.textOr("id") + "/payments", js("{'amount':0.5}")), 400,
                  "field-invalid:amount"));
    expectInvariants(sharedService());
}

} // namespace
} // namespace svc::test
