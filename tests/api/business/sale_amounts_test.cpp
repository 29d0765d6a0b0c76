// Sales: amounts, discounts, taxes, currencies, defaults and stock.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;

class SaleAmounts : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    Json sell(const std::string& body) { return desk.make("/sales", js(body)); }
    std::string made(const std::string& path, const std::string& body) {
        return desk.make(path, js(body)).textOr("id");
    }
    std::string goods(const std::string& quantity, const std::string& more = {}) {
        const std::string id = made("/items", "{'name':'Goods','price':6,'cost':2" + more + "}");
        desk.make("/stock/adjustments",
                  js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':$3}]}",
                     {desk.value("locationId"), id, quantity}));
        return id;
    }
    Json shelf(const std::string& item) { return desk.read("/stock?itemId=" + item)[0]; }
};

std::vector<std::int64_t> numbersOf(const Json& record, const std::vector<std::string>& fields) {
    std::vector<std::int64_t> numbers;
    for (const std::string& field : fields) {
        numbers.push_back(record[field].integer());
    }
    return numbers;
}

std::vector<std::int64_t> totalsOf(const Json& record) {
    return numbersOf(record, {"subtotal", "discountTotal", "taxTotal", "total", "totalBase"});
}

std::vector<std::int64_t> lineOf(const Json& record, std::size_t index) {
    return numbersOf(record["lines"][index], {"net", "tax", "total"});
}

TEST_F(SaleAmounts, AgreeWithTheWorkedExample) {
    const Json sale =
        sell("{'lines':[{'label':'Coffee machine C2','quantity':2,'unitPrice':120.00,"
             "'discountPercent':10,'taxRate':20},{'label':'Installation','quantity':1,'unitPrice':60.00,"
             "'service':true,'taxRate':20,'taxCategory':'S'}]}");
    EXPECT_THAT(totalsOf(sale), ElementsAre(23000, 2400, 4600, 27600, 27600));
    EXPECT_THAT(lineOf(sale, 0), ElementsAre(18000, 3600, 21600));
    EXPECT_THAT(lineOf(sale, 1), ElementsAre(5000, 1000, 6000));
    EXPECT_EQ(sale["lines"][0]["discountAmount"].integer(), 2400);
    EXPECT_TRUE(same(sale["taxes"], js("[{'taxCategory':'S','taxRate':20,'net':23000,'tax':4600}]")));
}

TEST_F(SaleAmounts, PricesOfTheCatalogueFollowTheDocument) {
    const std::string sold = "'lines':[{'itemId':'" + goods("9", ",'taxRate':20") + "','quantity':2}]";
    EXPECT_THAT(totalsOf(sell("{'pricesIncludeTax':true," + sold + "}")),
                ElementsAre(1000, 0, 200, 1200, 1200));
    const Json net = sell("{'pricesIncludeTax':false," + sold + "}");
    EXPECT_THAT(totalsOf(net), ElementsAre(1000, 0, 200, 1200, 1200));
    EXPECT_EQ(net["lines"][0]["unitPrice"].integer(), 500);
}

TEST_F(SaleAmounts, TaxIsComputedOncePerGroup) {
    const Json sale =
        sell("{'lines':[{'label':'A','quantity':3,'unitPrice':0.33,'taxRate':20},{'label':'B','quantity':1,"
             "'unitPrice':0.33,'taxRate':20},{'label':'C','quantity':1,'unitPrice':1.05,'taxRate':5.5}]}");
    // 1.32 with 20 %: 0.22; 1.05 with 5.5 %: 0.05
    EXPECT_THAT(totalsOf(sale), ElementsAre(210, 0, 27, 237, 237));
    EXPECT_EQ(lineOf(sale, 0)[0] + lineOf(sale, 1)[0], 110);
    EXPECT_EQ(sale["taxes"].size(), 2U);
}

TEST_F(SaleAmounts, PricesMayExcludeTax) {
    const Json sale =
        sell("{'pricesIncludeTax':false,'lines':[{'label':'A','quantity':3,'unitPrice':0.33,'taxRate':20}]}");
    EXPECT_THAT(totalsOf(sale), ElementsAre(99, 0, 20, 119, 119));
    EXPECT_THAT(lineOf(sale, 0), ElementsAre(99, 20, 119));
}

TEST_F(SaleAmounts, ADocumentDiscountIsSpreadByLargestRemainder) {
    const std::string three =
        "{'label':'A','quantity':1,'unitPrice':10,'taxRate':0},{'label':'B','quantity':1,"
        "'unitPrice':10,'taxRate':0},{'label':'C','quantity':1,'unitPrice':10,'taxRate':0}";
    const Json amount = sell("{'discountAmount':10,'lines':[" + three + "]}");
    EXPECT_THAT(totalsOf(amount), ElementsAre(2000, 1000, 0, 2000, 2000));
    EXPECT_EQ(lineOf(amount, 0)[2], 666);
    EXPECT_EQ(lineOf(amount, 1)[2], 667);
    EXPECT_EQ(lineOf(amount, 2)[2], 667);
    // The line shows only its own discount.
    EXPECT_EQ(amount["lines"][0]["discountAmount"].integer(), 0);
    const Json percent = sell("{'discountPercent':12.5,'lines':[" + three + "]}");
    EXPECT_THAT(totalsOf(percent), ElementsAre(2625, 375, 0, 2625, 2625));
    const Json all = sell("{'discountPercent':100,'lines':[" + three + "]}");
    EXPECT_EQ(all["total"].integer(), 0);
    EXPECT_EQ(all.textOr("paymentStatus"), "paid");
}

TEST_F(SaleAmounts, UnitPricesHaveFourMoreDecimals) {
    const Json sale = sell("{'lines':[{'label':'Sheet','quantity':3,'unitPrice':0.0125,'taxRate':0},"
                           "{'label':'Round','quantity':0.5,'unitPrice':0.01,'taxRate':0}]}");
    EXPECT_EQ(sale["lines"][0]["unitPrice"].numberText(), "1.25");
    EXPECT_THAT(totalsOf(sale), ElementsAre(5, 0, 0, 5, 5)); // 3.75 and 0.5, half away from zero
}

TEST_F(SaleAmounts, AFreeLineMayTakeOff) {
    const Json sale = sell("{'lines':[{'label':'Crate','quantity':1,'unitPrice':12,'taxRate':20},"
                           "{'label':'Empties','quantity':-2,'unitPrice':1.20,'taxRate':20}]}");
    EXPECT_THAT(totalsOf(sale), ElementsAre(800, 0, 160, 960, 960));
    EXPECT_EQ(lineOf(sale, 1)[2], -240);
}

TEST_F(SaleAmounts, CategoriesWithoutTaxHaveRateZero) {
    const Json sale = sell(
        "{'lines':[{'label':'A','quantity':1,'unitPrice':10,'taxCategory':'G'},{'label':'B','quantity':1,"
        "'unitPrice':5,'taxCategory':'E','taxExemptionReason':'Article 261'},{'label':'C','quantity':1,"
        "'unitPrice':6}]}");
    EXPECT_THAT(totalsOf(sale), ElementsAre(2000, 0, 100, 2100, 2100));
    EXPECT_EQ(sale["lines"][1].textOr("taxExemptionReason"), "Article 261");
    EXPECT_EQ(sale["lines"][2]["taxRate"].integer(), 20); // the company's
}

TEST_F(SaleAmounts, AnItemWithoutAPriceIsSoldAtOneThatIsNamed) {
    const std::string id = desk.make("/items", js("{'name':'Advice','service':true}")).textOr("id");
    EXPECT_TRUE(desk.read("/items/" + id)["price"].isNull());
    for (const char* documents : {"/sales", "/quotes"}) {
        EXPECT_TRUE(isRefusal(desk.post(documents, js("{'lines':[{'itemId':'$1','quantity':1}]}", {id})), 400,
                              "field-required:lines[0].unitPrice"));
        EXPECT_TRUE(hasStatus(
            desk.post(documents, js("{'lines':[{'itemId':'$1','quantity':1,'unitPrice':0}]}", {id})), 201));
    }
    desk.change("/items/" + id, js("{'price':0}"));
    EXPECT_TRUE(hasStatus(desk.post("/sales", js("{'lines':[{'itemId':'$1','quantity':1}]}", {id})), 201));
}

TEST_F(SaleAmounts, AnItemBringsItsPriceTaxAndWording) {
    const std::string item = goods("5", ",'taxRate':5.5,'taxCategory':'S','unit':'KGM'");
    const Json sale = sell("{'lines':[{'itemId':'" + item + "','quantity':1.5}]}");
    const Json& line = sale["lines"][0];
    EXPECT_EQ(line.textOr("label"), "Goods");
    EXPECT_EQ(line.textOr("unit"), "KGM");
    EXPECT_EQ(line["unitPrice"].integer(), 600);
    EXPECT_EQ(line["taxRate"].numberText(), "5.5");
    EXPECT_THAT(lineOf(sale, 0), ElementsAre(853, 47, 900));
    EXPECT_EQ(sale.textOr("locationId"), desk.value("locationId"));
    EXPECT_EQ(shelf(item)["quantity"].numberText(), "3.5");
    const Json other =
        sell("{'lines':[{'itemId':'" + item + "','label':'Mine','unitPrice':7,'quantity':1,'taxRate':0}]}");
    EXPECT_EQ(other["lines"][0].textOr("label"), "Mine");
    EXPECT_EQ(other["total"].integer(), 700);
}

TEST_F(SaleAmounts, TheDueDateFollowsTheTerms) {
    const std::string work = "'date':'2026-10-05','lines':[{'label':'Work','quantity':1,'unitPrice':1}]";
    const std::string quick = made("/partners", "{'name':'Quick','paymentTermsDays':10}");
    const std::string plain = made("/partners", "{'name':'Plain'}");
    EXPECT_EQ(sell("{" + work + "}").textOr("dueDate"), "2026-11-04");
    EXPECT_EQ(sell("{'partnerId':'" + plain + "'," + work + "}").textOr("dueDate"), "2026-11-04");
    const Json late = sell("{'partnerId':'" + quick + "'," + work + "}");
    EXPECT_EQ(late.textOr("dueDate"), "2026-10-15");
    EXPECT_TRUE(late["overdue"].boolean());
    EXPECT_EQ(sell("{'partnerId':'" + quick + "','dueDate':'2026-12-31'," + work + "}").textOr("dueDate"),
              "2026-12-31");
}

TEST_F(SaleAmounts, AForeignSaleIsConvertedOnceAsAWhole) {
    desk.put("/rates/USD", js("{'rate':1.25,'date':'2026-09-01'}"));
    desk.put("/rates/USD", js("{'rate':1.20,'date':'2026-10-01'}"));
    const std::string body =
        "'currency':'USD','lines':[{'label':'A','quantity':1,'unitPrice':33.33,'taxRate':20},"
        "{'label':'B','quantity':2,'unitPrice':33.33,'taxRate':10}]";
    const Json september = sell("{'date':'2026-09-30'," + body + "}");
    EXPECT_EQ(september["exchangeRate"].numberText(), "1.25");
    EXPECT_THAT(numbersOf(september, {"total", "totalBase", "taxTotal"}), ElementsAre(9999, 7999, 1162));
    const Json october = sell("{'date':'2026-10-01'," + body + "}");
    EXPECT_THAT(numbersOf(october, {"total", "totalBase"}), ElementsAre(9999, 8333));
    const Json given = sell("{'exchangeRate':1.5," + body + "}");
    EXPECT_THAT(numbersOf(given, {"total", "totalBase"}), ElementsAre(9999, 6666));
    const std::string partner = made("/partners", "{'name':'Yank','currency':'USD'}");
    EXPECT_EQ(sell("{'partnerId':'" + partner + "','lines':[{'label':'A','quantity':1,'unitPrice':5}]}")
                  .textOr("currency"),
              "USD");
}

TEST_F(SaleAmounts, APaymentOnTheDayOfAForeignSaleTakesTheRateOfTheDay) {
    desk.put("/rates/SEK", js("{'rate':10}"));
    const Json sale = sell("{'currency':'SEK','exchangeRate':8,'lines':[{'label':'A','quantity':1,"
                           "'unitPrice':80}]}");
    EXPECT_EQ(sale["totalBase"].integer(), 1000);
    const Json paid = desk.make("/sales/" + sale.textOr("id") + "/payments",
                                js("{'amount':80,'walletId':'$1'}", {desk.value("bankWalletId")}));
    EXPECT_EQ(paid["walletAmount"].integer(), 800);
}

TEST_F(SaleAmounts, AWalletOfAThirdCurrencyMovesWhatATransferWould) {
    Desk own(sharedService(), unique("Trois monnaies"), "FR");
    own.put("/rates/USD", js("{'rate':1.0842}"));
    own.put("/rates/XOF", js("{'rate':655.957}"));
    const auto wallet = [&](const std::string& currency) {
        return own.make("/wallets", js("{'name':'$1','kind':'bank','currency':'$1'}", {currency}))
            .textOr("id");
    };
    const std::string francs = wallet("XOF");
    const std::string sale =
        "/sales/" +
        own.make("/sales", js("{'currency':'USD','lines':[{'label':'A','quantity':1,'unitPrice':1}]}"))
            .textOr("id");
    const Json paid = own.make(sale + "/payments", js("{'amount':1,'walletId':'$1'}", {francs}));
    EXPECT_EQ(paid["walletAmount"].integer(), 605); // 605.015
    const Answer refund = own.post(sale + "/refund", js("{'walletId':'$1'}", {francs}));
    EXPECT_EQ(refund.json["walletAmount"].integer(), 605) << refund.body;
    const Json moved = own.make("/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':1}",
                                                        {wallet("USD"), francs}));
    EXPECT_EQ(moved["receivedAmount"].integer(), 605);
    expectInvariants(sharedService());
}

TEST_F(SaleAmounts, AnAmountThatMakesNothingInTheWalletIsRefusedByThat) {
    Desk own(sharedService(), unique("Centime"), "SN");
    own.put("/rates/EUR", js("{'rate':0.0015244902}"));
    const std::string euros =
        own.make("/wallets", js("{'name':'Euros','kind':'bank','currency':'EUR'}")).textOr("id");
    const std::string lines = "'lines':[{'label':'A','quantity':1,'unitPrice':1}]";
    const std::string sale = "/sales/" + own.make("/sales", js("{" + lines + "}")).textOr("id");
    EXPECT_TRUE(isRefusal(own.post(sale + "/payments", js("{'amount':1,'walletId':'$1'}", {euros})), 400,
                          "field-invalid:walletAmount"));
    EXPECT_TRUE(isRefusal(own.post(sale + "/payments", js("{'amount':0,'walletId':'$1'}", {euros})), 400,
                          "amount-required"));
    EXPECT_TRUE(isRefusal(
        own.post("/sales", js("{'payments':[{'amount':1,'walletId':'$1'}]," + lines + "}", {euros})), 400,
        "field-invalid:payments[0].walletAmount"));
    EXPECT_TRUE(
        isRefusal(own.post("/sales", js("{'paidInFull':true,'walletId':'$1'," + lines + "}", {euros})), 400,
                  "field-invalid:walletAmount"));
    const Json paid =
        own.make(sale + "/payments", js("{'amount':1,'walletId':'$1','walletAmount':0.01}", {euros}));
    EXPECT_EQ(paid["walletAmount"].integer(), 1);
    expectInvariants(sharedService());
}

TEST_F(SaleAmounts, AnItemSoldInAForeignCurrencyIsConverted) {
    desk.put("/rates/TND", js("{'rate':3.4,'date':'2026-09-01'}"));
    const std::string item = made("/items", "{'name':'Poster','price':10,'trackStock':false}");
    const Json sale = sell("{'currency':'TND','lines':[{'itemId':'" + item + "','quantity':1,'taxRate':0}]}");
    EXPECT_THAT(numbersOf(sale, {"total", "totalBase"}), ElementsAre(34000, 1000));
}

TEST_F(SaleAmounts, CurrenciesWithoutDecimals) {
    Desk own(sharedService(), "Maquis", "CI");
    const Json sale =
        own.make("/sales", js("{'paidInFull':true,'lines':[{'label':'Poulet','quantity':3,'unitPrice':333,"
                              "'taxRate':18},{'label':'Eau','quantity':3,'unitPrice':0.5,'taxRate':18}]}"));
    EXPECT_EQ(sale.textOr("currency"), "XOF");
    // 999 and 1.5, rounded to 2: 1001 with 18 %
    EXPECT_THAT(totalsOf(sale), ElementsAre(848, 0, 153, 1001, 1001));
    EXPECT_TRUE(
        isRefusal(own.post("/sales", js("{'payments':[{'amount':1.5}],'lines':[{'label':'A','quantity':1,"
                                        "'unitPrice':5}]}")),
                  400, "field-invalid:payments[0].amount"));
    // A company without VAT number charges no tax.
    const Json plain = own.make("/sales", js("{'lines':[{'label':'A','quantity':1,'unitPrice':100}]}"));
    EXPECT_EQ(plain["lines"][0].textOr("taxCategory"), "O");
    EXPECT_EQ(plain["taxTotal"].integer(), 0);
}

TEST_F(SaleAmounts, CurrenciesWithThreeDecimals) {
    Desk own(sharedService(), "Souk", "TN");
    const Json sale =
        own.make("/sales", js("{'lines':[{'label':'Tapis','quantity':2,'unitPrice':1.234,'taxRate':19}],"
                              "'payments':[{'amount':0.001}]}"));
    EXPECT_EQ(sale.textOr("currency"), "TND");
    EXPECT_THAT(totalsOf(sale), ElementsAre(2074, 0, 394, 2468, 2468));
    EXPECT_EQ(sale["balance"].integer(), 2467);
    EXPECT_TRUE(isRefusal(own.post("/sales/" + sale.textOr("id") + "/payments", js("{'amount':0.0001}")), 400,
                          "field-invalid:amount"));
}

TEST_F(SaleAmounts, StockLeavesAtTheSaleAndComesBackWithTheCancellation) {
    const std::string item = goods("10", ",'alertThreshold':8");
    desk.events();
    const Json sale = sell("{'lines':[{'itemId':'" + item + "','quantity':3}]}");
    const std::vector<Json> events = desk.events();
    EXPECT_THAT(typesOf(events), ElementsAre("sale.created", "invoice.issued", "stock.low"));
    EXPECT_TRUE(same(events.back()["data"], Json::object({{"id", item},
                                                          {"name", "Goods"},
                                                          {"sku", nullptr},
                                                          {"locationId", desk.value("locationId")},
                                                          {"quantity", 7},
                                                          {"alertThreshold", 8},
                                                          {"actor", sale["createdBy"]}})));
    EXPECT_EQ(events.back().textOr("object"), "item");
    EXPECT_EQ(shelf(item)["quantity"].integer(), 7);
    // The stock is already low, so there is no second event.
    const Json again = sell("{'lines':[{'itemId':'" + item + "','quantity':1}]}");
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("sale.created", "invoice.issued"));
    const auto cancel = [&](const Json& one, const std::string& body) {
        EXPECT_TRUE(hasStatus(desk.post("/sales/" + one.textOr("id") + "/cancel", js(body)), 200));
    };
    cancel(sale, "{}");
    EXPECT_EQ(shelf(item)["quantity"].integer(), 9);
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("sale.cancelled"));
    cancel(again, "{'restock':false}");
    EXPECT_EQ(shelf(item)["quantity"].integer(), 9);
    const Json movements = desk.read("/stock/movements?itemId=" + item + "&reason=sale");
    ASSERT_EQ(movements.size(), 3U);
    EXPECT_EQ(movements[0]["quantity"].integer(), 3); // newest first: the returned goods
    EXPECT_EQ(movements[0]["value"].integer(), 600);
    EXPECT_EQ(movements[1]["quantity"].integer(), -1);
    EXPECT_EQ(movements[1].textOr("documentId"), again.textOr("id"));
}

TEST_F(SaleAmounts, DeliverLaterKeepsBackAndACancellationFrees) {
    const std::string item = goods("5");
    const Json sale =
        sell("{'deliverLater':true,'paidInFull':false,'lines':[{'itemId':'" + item + "','quantity':4}]}");
    EXPECT_THAT(numbersOf(shelf(item), {"quantity", "reserved", "available"}), ElementsAre(5, 4, 1));
    EXPECT_TRUE(isRefusal(desk.post("/sales", js("{'lines':[{'itemId':'" + item + "','quantity':2}]}")), 400,
                          "insufficient-stock:" + item + ":1"));
    sell("{'lines':[{'itemId':'" + item + "','quantity':1}]}");
    EXPECT_THAT(numbersOf(shelf(item), {"quantity", "reserved", "available"}), ElementsAre(4, 4, 0));
    EXPECT_TRUE(hasStatus(desk.post("/sales/" + sale.textOr("id") + "/cancel", Json::object()), 200));
    EXPECT_THAT(numbersOf(shelf(item), {"quantity", "reserved", "available"}), ElementsAre(4, 0, 4));
}

TEST_F(SaleAmounts, ACompanyMayDeliverLaterByDefault) {
    Desk own(sharedService(), "Später", "CH");
    own.change("", js("{'stockOnSale':'at_delivery'}"));
    const std::string item = own.make("/items", js("{'name':'Bike','price':100}")).textOr("id");
    own.make("/stock/adjustments",
             js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':2,"
                "'unitCost':50}]}",
                {own.value("locationId"), item}));
    own.make("/sales", js("{'lines':[{'itemId':'$1','quantity':1}]}", {item}));
    own.make("/sales", js("{'deliverLater':false,'lines':[{'itemId':'$1','quantity':1}]}", {item}));
    EXPECT_THAT(numbersOf(own.read("/stock?itemId=" + item)[0], {"quantity", "reserved", "available"}),
                ElementsAre(1, 1, 0));
}

TEST_F(SaleAmounts, AcrossTheCounterGoodsLeaveAtOnceUnlessItIsSaidOtherwise) {
    Desk own(sharedService(), "Comptoir", "LV");
    own.change("", js("{'stockOnSale':'at_delivery'}"));
    const std::string item = own.make("/items", js("{'name':'Bike','price':100}")).textOr("id");
    own.make("/stock/adjustments",
             js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':4,"
                "'unitCost':50}]}",
                {own.value("locationId"), item}));
    HttpClient session = own.owner();
    const auto sold = [&](const std::string& more) {
        const Answer answer =
            session.post(own.path("/sales"), js("{'channel':'counter','paidInFull':true," + more +
                                                    "'lines':[{'itemId':'$1','quantity':1}]}",
                                                {item}));
        EXPECT_TRUE(hasStatus(answer, 201));
        return answer.json.textOr("deliveryStatus");
    };
    EXPECT_EQ(sold(""), "delivered");
    EXPECT_EQ(sold("'deliverLater':true,"), "pending");
}

TEST_F(SaleAmounts, ADeliveryOfServicesIsCompleteWhenNothingIsLeft) {
    const Json sale = sell("{'lines':[{'label':'Lesson','service':true,'quantity':2,'unitPrice':10}]}");
    const std::string line = sale["lines"][0].textOr("id");
    for (const bool complete : {false, true}) {
        const Json delivery = desk.make("/sales/" + sale.textOr("id") + "/deliveries",
                                        js("{'lines':[{'lineId':'$1','quantity':1}]}", {line}));
        EXPECT_EQ(delivery["complete"].boolean(), complete);
    }
}

TEST_F(SaleAmounts, TheWalletOfTheCompanyIsUsedWhereABusinessUnitHasNone) {
    Desk own(sharedService(), "Caisses", "MC");
    const std::string unit = own.make("/business-units", js("{'name':'Second','code':'SEC'}")).textOr("id");
    own.change("", js("{'defaultWalletId':'$1'}", {own.value("bankWalletId")}));
    const Json sale = own.make(
        "/sales",
        js("{'businessUnitId':'$1','paidInFull':true,'lines':[{'label':'a','quantity':1,'unitPrice':1}]}",
           {unit}));
    EXPECT_EQ(sale["payments"][0].textOr("walletId"), own.value("bankWalletId"));
}

TEST_F(SaleAmounts, ThePlanTellsWhatIsUsedOfIt) {
    Desk own(sharedService(), "Forfait", "NL");
    own.make("/items", js("{'name':'Bike','price':100}"));
    own.make("/sales", js("{'lines':[{'label':'a','quantity':1,'unitPrice':1}]}"));
    std::map<std::string, std::int64_t> used;
    const Answer plan = own.owner().get(own.path("/plan"));
    for (const Json& limit : plan.json["limits"].items()) {
        used[limit.textOr("key")] = limit["used"].integer();
    }
    EXPECT_EQ(used["items"], 1);
    EXPECT_EQ(used["sales-per-month"], 1);
}

TEST_F(SaleAmounts, ADryRunTellsEverythingAndLeavesNothing) {
    const std::string item = goods("2");
    desk.events();
    const Answer answer = desk.post(
        "/sales", js("{'paidInFull':true,'lines':[{'itemId':'" + item + "','quantity':2,'taxRate':20}]}"),
        {{"Svc-Dry-Run", "true"}});
    ASSERT_TRUE(hasStatus(answer, 200));
    EXPECT_EQ(answer.json["result"].textOr("number"), "DRAFT");
    EXPECT_THAT(typesOf(rowsOf(answer.json["events"])), ElementsAre("sale.created", "payment.received"));
    std::vector<std::string> postings;
    for (const Json& one : answer.json["postings"].items()) {
        postings.push_back(one.textOr("account") + ' ' + one["debit"].numberText() + ' ' +
                           one["credit"].numberText());
    }
    EXPECT_THAT(postings,
                ::testing::UnorderedElementsAre("411 1200 0", "707 0 1000", "44571 0 200", "5311 1200 0",
                                                "411 0 1200", "6037 400 0", "37 0 400"));
    EXPECT_EQ(shelf(item)["quantity"].integer(), 2);
    EXPECT_TRUE(desk.events().empty());
    expectInvariants(sharedService());
}

// Hosts cache business units for callers with a key: each change must reach the next sale.
TEST_F(SaleAmounts, AChangedBusinessUnitIsSeenByTheNextSale) {
    const Json unit = desk.make("/business-units", js("{'name':'Kiosk','code':'KSK'}"));
    const std::string path = "/business-units/" + unit.textOr("id");
    const std::string sold = "{'businessUnitId':'" + unit.textOr("id") +
                             "','paidInFull':true,'lines':[{'label':'Tea','quantity':1,'unitPrice':2}]}";
    const auto walletOfNextSale = [&] { return sell(sold)["payments"][0].textOr("walletId"); };
    EXPECT_EQ(walletOfNextSale(), walletOfNextSale());

    const std::string till = made("/wallets", "{'name':'Till of the kiosk','kind':'bank'}");
    desk.change(path, js("{'defaultWalletId':'$1'}", {till}));
    EXPECT_EQ(walletOfNextSale(), till);
    EXPECT_EQ(walletOfNextSale(), till);
    desk.change(path, js("{'defaultWalletId':'$1'}", {desk.value("bankWalletId")}));
    EXPECT_EQ(walletOfNextSale(), desk.value("bankWalletId"));

    desk.change(path, js("{'archived':true}"));
    EXPECT_TRUE(isRefusal(desk.post("/sales", js(sold)), 400, "field-invalid:businessUnitId"));
}

} // namespace
} // namespace svc::test
