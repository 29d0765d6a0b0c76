// Transfers, counts, lots and price lists through HTTP, and stock used by many clients at once.
#include <algorithm>
#include <atomic>

#include <gmock/gmock.h>

#include "api/business/together.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr int Clients = 16;

class Goods : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string shop = desk.value("locationId");
    std::string store = desk.make("/locations", js("{'name':'$1'}", {unique("Store")})).textOr("id");

    std::string item(const std::string& more = "'cost':5") {
        return desk.make("/items", js("{'name':'$1','price':12," + more + "}", {unique("Thing")}))
            .textOr("id");
    }
    void put(const std::string& id, const std::string& place, const std::string& quantity) {
        desk.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                           "'quantity':$3}]}",
                                           {place, id, quantity}));
    }
    std::string transfer(const std::string& from, const std::string& to, const std::string& lines) {
        return "{'fromLocationId':'" + from + "','toLocationId':'" + to + "','lines':[" + lines + "]}";
    }
    std::string line(const std::string& id, const std::string& quantity) {
        return "{'itemId':'" + id + "','quantity':" + quantity + "}";
    }
    void refuses(const std::string& path, const std::string& text, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post(path, js(text)), status, code)) << text;
    }
    /// Runs `work` with one key for all clients.
    template <typename Work>
    void together(Work work) {
        test::together(desk.newKey(), Clients, work);
    }
};

TEST_F(Goods, ATransferTellsNothingAndIsInNoBooks) {
    const std::string id = item();
    put(id, shop, "8");
    desk.events();
    const Json made = desk.make("/stock/transfers", js(transfer(shop, store, line(id, "5"))));
    EXPECT_EQ(made.textOr("status"), "completed");
    EXPECT_THAT(desk.events(), IsEmpty());
    EXPECT_THAT(desk.postings(made.textOr("id")), IsEmpty());
    EXPECT_EQ(desk.read("/stock?itemId=" + id).size(), 2U);
    EXPECT_EQ(desk.read("/stock/transfers?include=lines&locationId=" + store).size(), 1U);
    refuses("/stock/transfers", transfer(shop, store, line(id, "4")), 400, "insufficient-stock:" + id + ":3");
    refuses("/stock/transfers", transfer(shop, shop, line(id, "1")), 400, "same-location");
    refuses("/stock/transfers", transfer("loc_x", shop, line(id, "1")), 404, "location-not-found");
    refuses("/stock/transfers", transfer(shop, store, line("itm_x", "1")), 404, "item-not-found:itm_x");
    refuses("/stock/transfers", "{}", 400, "field-required:fromLocationId");
    EXPECT_TRUE(isRefusal(desk.get("/stock/transfers?sort=sock"), 400, "field-invalid:sort"));
}

TEST_F(Goods, TransfersOfALocationAreThoseFromItAndToItInTheOrderOfTheList) {
    const std::string id = item();
    put(id, shop, "8");
    std::vector<std::string> made;
    for (const bool back : {false, true, false, false, true}) {
        const std::string lines = line(id, "1");
        made.push_back(desk.make("/stock/transfers",
                                 js(back ? transfer(store, shop, lines) : transfer(shop, store, lines)))
                           .textOr("id"));
    }
    const auto found = [&](const std::string& more) {
        return textsOf(desk.read("/stock/transfers?locationId=" + store + more), "id");
    };
    const std::vector<std::string> newest(made.rbegin(), made.rend());
    EXPECT_EQ(found(""), newest);
    EXPECT_EQ(found("&sort=date"), made);
    EXPECT_THAT(found("&limit=2&offset=1"), ElementsAre(newest[1], newest[2]));
    EXPECT_THAT(found("&to=2020-01-01"), IsEmpty());
    EXPECT_EQ(desk.get("/stock/transfers?limit=1&locationId=" + store).header("x-total-count"), "5");
}

TEST_F(Goods, OfAnArchivedItemKeepTheirValue) {
    const auto value = [&] { return desk.read("/reports/summary")["stock"]["value"].integer(); };
    const std::string id = item();
    put(id, shop, "8");
    const std::int64_t before = value();
    desk.patch("/items/" + id, js("{'archived':true}"));
    EXPECT_EQ(value(), before);
    const auto shows = [&](const std::string& query) {
        const Json rows = desk.read("/stock?limit=500" + query);
        return std::any_of(rows.items().begin(), rows.items().end(),
                           [&](const Json& row) { return row.textOr("itemId") == id; });
    };
    EXPECT_TRUE(shows("&itemId=" + id));
    EXPECT_TRUE(shows("&archived=true"));
    EXPECT_FALSE(shows(""));
}

TEST_F(Goods, ACountTellsItsDifferencesAndBooksThem) {
    const std::string id = item("'cost':10,'alertThreshold':5");
    put(id, shop, "23");
    desk.events();
    const Json made = desk.make("/stock/counts",
                                js("{'locationId':'$1','lines':[{'itemId':'$2','counted':4}]}", {shop, id}));
    EXPECT_EQ(made.textOr("status"), "validated");
    EXPECT_EQ(made["lines"][0]["difference"].integer(), -19);
    EXPECT_EQ(made["lines"][0]["value"].integer(), -19000);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("stock.movement", "stock.low"));
    EXPECT_EQ(events[0]["data"].textOr("reason"), "count");
    EXPECT_EQ(events[0]["data"].textOr("documentId"), made.textOr("id"));
    EXPECT_THAT(desk.postings(made.textOr("id"), "PCG"),
                UnorderedElementsAre("6037 190.00 0.00", "37 0.00 190.00"));

    const std::string draft =
        desk.make(
                "/stock/counts",
                js("{'locationId':'$1','validate':false,'lines':[{'itemId':'$2','counted':6}]}", {shop, id}))
            .textOr("id");
    EXPECT_THAT(desk.events(), IsEmpty());
    const Answer validated = desk.post("/stock/counts/" + draft + "/validate", Json::object());
    ASSERT_TRUE(hasStatus(validated, 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("stock.movement"));
    EXPECT_THAT(desk.postings(draft, "PCG"), UnorderedElementsAre("37 20.00 0.00", "6037 0.00 20.00"));
    refuses("/stock/counts/" + draft + "/validate", "{}", 400, "count-not-draft");
    refuses("/stock/counts/" + draft + "/cancel", "{}", 400, "count-not-draft");
    refuses("/stock/counts/cnt_x/validate", "{}", 404, "count-not-found");
    refuses("/stock/counts/cnt_x/cancel", "{}", 404, "count-not-found");
    EXPECT_THAT(textsOf(desk.read("/history/count/" + draft)["data"], "action"),
                ElementsAre("count.validated", "count.created"));
}

TEST_F(Goods, AnArchivedDefaultLocationCountsAsNone) {
    Desk own(sharedService(), "Moved", "SI");
    const std::string old = own.value("locationId");
    const std::string fresh = own.make("/locations", js("{'name':'New'}")).textOr("id");
    const std::string id = own.make("/items", js("{'name':'Chair','price':12,'cost':5}")).textOr("id");
    for (const std::string& place : {old, fresh}) {
        own.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                          "'quantity':9}]}",
                                          {place, id}));
    }
    const auto sale = [&](const std::string& more) {
        return js("{'lines':[{'itemId':'$1','quantity':1}]" + more + "}", {id});
    };
    const std::string reserved = own.make("/sales", sale(",'deliverLater':true")).textOr("id");
    own.change("/locations/" + old, js("{'archived':true}"));

    EXPECT_TRUE(isRefusal(own.post("/sales", sale("")), 400, "field-required:locationId"));
    EXPECT_TRUE(
        isRefusal(own.post("/sales", sale(",'deliverLater':true")), 400, "field-required:locationId"));
    EXPECT_TRUE(
        isRefusal(own.post("/sales", sale(",'locationId':'" + old + "'")), 400, "field-invalid:locationId"));
    EXPECT_EQ(own.make("/sales", sale(",'locationId':'" + fresh + "'")).textOr("locationId"), fresh);
    ASSERT_TRUE(hasStatus(own.post("/sales/" + reserved + "/deliveries", js("{}")), 201))
        << "what is reserved there can still be delivered";
    const std::string supplier =
        own.make("/partners", js("{'name':'Joiner','kind':'supplier'}")).textOr("id");
    const Json bought = own.make("/purchases", js("{'partnerId':'$1','receiveNow':true,'lines':[{'itemId':"
                                                  "'$2','quantity':1,'unitPrice':5}]}",
                                                  {supplier, id}));
    EXPECT_EQ(bought.textOr("locationId"), fresh) << "the first open one of the unit";
    expectInvariants(sharedService());
}

TEST_F(Goods, ThePastStateIsThatOfItsInstant) {
    const std::string id = item();
    put(id, shop, "8");
    const std::string then = desk.read("/stock/movements?itemId=" + id)[0].textOr("at");
    put(id, shop, "2");
    desk.make("/stock/transfers", js(transfer(shop, store, line(id, "4"))));
    EXPECT_EQ(desk.read("/stock?itemId=" + id).size(), 2U);
    const Json past = desk.read("/stock?itemId=" + id + "&at=" + then);
    ASSERT_EQ(past.size(), 1U);
    EXPECT_EQ(past[0]["quantity"].integer(), 8);
    EXPECT_EQ(past[0]["value"].integer(), 4000);
    EXPECT_EQ(desk.read("/stock?itemId=" + id + "&at=2020-01-01").size(), 0U);
}

TEST_F(Goods, TransfersInBothDirectionsNeverWaitForOneAnother) {
    const std::string a = item();
    const std::string b = item();
    const std::string c = item();
    for (const std::string& id : {a, b, c}) {
        put(id, shop, "100");
        put(id, store, "100");
    }
    std::atomic<int> done{0};
    together([&](HttpClient& client, int index) {
        for (int round = 0; round < 6; ++round) {
            const bool forth = (index + round) % 2 == 0;
            const std::string lines = index % 3 == 0 ? line(a, "1") + "," + line(b, "1") + "," + line(c, "1")
                                                     : line(c, "1") + "," + line(a, "1") + "," + line(b, "1");
            const Answer answer =
                client.post(desk.path("/stock/transfers"),
                            js(forth ? transfer(shop, store, lines) : transfer(store, shop, lines)));
            EXPECT_TRUE(hasStatus(answer, 201));
            ++done;
        }
    });
    EXPECT_EQ(done.load(), Clients * 6);
    for (const std::string& id : {a, b, c}) {
        EXPECT_EQ(desk.read("/items/" + id)["quantity"].integer(), 200);
        EXPECT_EQ(desk.read("/items/" + id)["averageCost"].integer(), 500);
    }
}

TEST_F(Goods, ReceiptsAndSalesAtOnceKeepQuantityAndAverage) {
    const std::string id = item();
    const std::string supplier =
        desk.make("/partners", js("{'name':'$1','kind':'supplier'}", {unique("Maker")})).textOr("id");
    put(id, shop, "100");
    together([&](HttpClient& client, int index) {
        for (int round = 0; round < 5; ++round) {
            const bool buys = (index + round) % 2 == 0;
            const Answer answer =
                buys ? client.post(desk.path("/purchases"),
                                   js("{'partnerId':'$1','receiveNow':true,'pricesIncludeTax':false,'lines':["
                                      "{'itemId':"
                                      "'$2','quantity':2,'unitPrice':7,'taxRate':20}]}",
                                      {supplier, id}))
                     : client.post(desk.path("/sales"),
                                   js("{'lines':[{'itemId':'$1','quantity':1}],'paidInFull':true}", {id}));
            EXPECT_TRUE(hasStatus(answer, 201));
        }
    });
    // 40 receipts of 2, 40 sales of 1.
    const Json after = desk.read("/items/" + id);
    EXPECT_EQ(after["quantity"].integer(), 140);
    EXPECT_GE(after["averageCost"].decimal(), Decimal(500));
    EXPECT_LE(after["averageCost"].decimal(), Decimal(700));
    EXPECT_EQ(desk.read("/partners/" + supplier)["payable"].integer(), 40 * 2 * 840);
    // No value is lost or created: 40 × 2 × 7.00 came in, the cost of the sales went out.
    std::int64_t value = 0;
    std::int64_t bought = 0;
    for (const Json& movement : rowsOf(desk.read("/stock/movements?limit=500&itemId=" + id))) {
        value += movement["value"].integer();
        bought += movement.textOr("reason") == "purchase" ? movement["value"].integer() : 0;
    }
    EXPECT_EQ(bought, 40 * 2 * 700);
    const Json stock = desk.read("/stock?itemId=" + id)[0];
    EXPECT_EQ(stock["value"].integer(), value);
    const Decimal away = after["averageCost"].decimal() * Decimal(140) - Decimal(value);
    EXPECT_LT(away, Decimal(140));
    EXPECT_GT(away, Decimal(-140));
}

TEST_F(Goods, APurchaseIsReceivedAndPaidOnceByMany) {
    const std::string id = item();
    const std::string supplier =
        desk.make("/partners", js("{'name':'$1','kind':'supplier'}", {unique("Maker")})).textOr("id");
    const std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank','openingBalance':1000}", {unique("Bank")}))
            .textOr("id");
    const Json purchase = desk.make("/purchases", js("{'partnerId':'$1','lines':[{'itemId':'$2','quantity':8,"
                                                     "'unitPrice':10,'taxRate':0}]}",
                                                     {supplier, id}));
    const std::string at = "/purchases/" + purchase.textOr("id");
    const std::string lineId = purchase["lines"][0].textOr("id");
    std::atomic<int> received{0};
    std::atomic<int> paid{0};
    together([&](HttpClient& client, int) {
        const Answer receipt = client.post(desk.path(at + "/receipts"),
                                           js("{'lines':[{'lineId':'$1','quantity':1}]}", {lineId}));
        received += receipt.status == 201 ? 1 : 0;
        EXPECT_TRUE(receipt.status == 201 || isRefusal(receipt, 400, "already-received"));
        const Answer payment =
            client.post(desk.path(at + "/payments"), js("{'amount':10,'walletId':'$1'}", {wallet}));
        paid += payment.status == 201 ? 1 : 0;
        EXPECT_TRUE(payment.status == 201 || isRefusal(payment, 400, "amount-above-outstanding"));
    });
    EXPECT_EQ(received.load(), 8);
    EXPECT_EQ(paid.load(), 8);
    EXPECT_EQ(desk.read("/stock?itemId=" + id)[0]["quantity"].integer(), 8);
    EXPECT_EQ(desk.read("/partners/" + supplier)["payable"].integer(), 0);
}

TEST_F(Goods, ACatalogueIsImportedWholeOrNotAtAll) {
    const std::string sku = unique("IMP");
    const auto import = [&](const std::string& csv, bool dry) {
        HttpClient client = sharedService().client(desk.value("liveKey"));
        return client.send("POST", desk.path("/imports/items") + (dry ? "?dryRun=true" : ""), csv,
                           {{"Content-Type", "text/csv"}});
    };
    const std::string good =
        "sku,name,price,cost\n" + sku + "-1,Spoon,2.50,1\n" + sku + "-2,Fork,2.60,1.10\n";
    const Answer tried = import(good, true);
    ASSERT_TRUE(hasStatus(tried, 200));
    EXPECT_EQ(tried.json["created"].integer(), 2);
    EXPECT_EQ(desk.read("/items?q=" + sku).size(), 0U);
    EXPECT_EQ(import(good, false).json["created"].integer(), 2);
    EXPECT_EQ(import(good, false).json["skipped"].integer(), 2);
    EXPECT_EQ(desk.read("/items?q=" + sku).size(), 2U);
    const std::string bad = "sku,name,parentId\n" + sku + "-3,Knife,\n" + sku + "-4,Cup,itm_x\n";
    const Json errors = import(bad, true).json["errors"];
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0]["line"].integer(), 3);
    EXPECT_EQ(errors[0].textOr("message"), "item-not-found:itm_x");
    EXPECT_TRUE(isRefusal(import(bad, false), 400, "import-invalid:3"));
    EXPECT_EQ(desk.read("/items?q=" + sku).size(), 2U);
}

TEST_F(Goods, GoingBackToPerpetualInventoryBringsTheBooksToTheStock) {
    Desk own(sharedService(), unique("Perpetual"), "FR");
    const std::string item = own.make("/items", js("{'name':'Beans','price':9}")).textOr("id");
    const auto put = [&] {
        own.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                          "'quantity':5,'unitCost':3}]}",
                                          {own.value("locationId"), item}));
    };
    const auto keep = [&](const std::string& inventory) {
        own.change("", js("{'accounting':{'inventory':'$1'}}", {inventory}));
    };
    put();
    keep("periodic");
    put();
    const std::string closing = "STOCK-" + own.today();
    EXPECT_TRUE(own.postings(closing).empty());
    keep("perpetual");
    EXPECT_EQ(own.postings(closing).size(), 4U) << "opening stock out, closing stock in";
    keep("periodic");
    keep("perpetual");
    EXPECT_EQ(own.postings(closing).size(), 4U) << "the books hold the stock already";
    put();
    expectSums(sharedService());
}

} // namespace
} // namespace svc::test
