// The total number of a list equals the number of its rows, for all filters and for both ways of counting.

#include <svc/date.hpp>

#include "api/business/desk.hpp"

#include <gtest/gtest.h>

namespace svc::test {
namespace {

class ListTotals : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    /// Compares the total of a page of one row with the number of rows without a limit.
    void agrees(const std::string& path) {
        const std::string with = path + (path.find('?') == std::string::npos ? "?" : "&");
        const Answer one = desk.get(with + "limit=1");
        ASSERT_EQ(one.status, 200) << path << one.body;
        const Json all = desk.read(with + "limit=500");
        EXPECT_EQ(one.header("x-total-count"), std::to_string(all.size())) << path;
    }
};

TEST_F(ListTotals, AreThoseOfTheRowsUnderEveryFilterOfStock) {
    const std::string shop = desk.value("locationId");
    const std::string store = desk.make("/locations", js("{'name':'Totals'}")).textOr("id");
    const auto item = [&](const std::string& more) {
        return desk
            .make("/items", js("{'name':'Totalled','price':12,'cost':5,'category':'totals'" + more + "}"))
            .textOr("id");
    };
    const std::string plain = item("");
    const std::string low = item(",'alertThreshold':3");
    const std::string service = item(",'service':true");
    const std::string gone = item("");
    for (const auto& [id, place] : {std::pair(plain, shop), {low, shop}, {low, store}, {gone, store}}) {
        desk.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                           "'quantity':2}]}",
                                           {place, id}));
    }
    desk.make(
        "/stock/adjustments",
        js("{'locationId':'$1','reason':'loss','lines':[{'itemId':'$2','quantity':-2}]}", {store, low}));
    desk.make("/stock/transfers",
              js("{'fromLocationId':'$1','toLocationId':'$2','lines':[{'itemId':'$3','quantity':1}]}",
                 {shop, store, plain}));
    for (const char* validate : {"true", "false"}) {
        desk.make("/stock/counts", js("{'locationId':'$1','validate':" + std::string(validate) +
                                          ",'lines':[{'itemId':'$2','counted':1}]}",
                                      {shop, plain}));
    }
    desk.change("/items/" + gone, js("{'archived':true}"));
    const std::string today = desk.today();
    for (const std::string& path :
         std::vector<std::string>{"/items",
                                  "/items?archived=true",
                                  "/items?service=true",
                                  "/items?service=false",
                                  "/items?category=totals",
                                  "/items?low=true",
                                  "/items?low=false&category=totals",
                                  "/stock",
                                  "/stock?locationId=" + store,
                                  "/stock?businessUnitId=" + desk.value("businessUnitId"),
                                  "/stock?low=true",
                                  "/stock?low=false&locationId=" + shop,
                                  "/stock?at=" + today,
                                  "/stock/movements?from=" + today,
                                  "/stock/movements?reason=loss",
                                  "/stock/movements?locationId=" + store + "&reason=adjustment,transfer",
                                  "/stock/movements?from=" + today + "&to=" + today + "&locationId=" + shop,
                                  "/stock/transfers",
                                  "/stock/transfers?locationId=" + store,
                                  "/stock/transfers?from=" + today,
                                  "/stock/counts",
                                  "/stock/counts?status=draft",
                                  "/stock/counts?status=draft,validated&locationId=" + shop}) {
        agrees(path);
    }
    // A new threshold changes which items count as low.
    desk.change("/items/" + plain, js("{'alertThreshold':50}"));
    agrees("/items?low=true");
    agrees("/stock?low=true");
    EXPECT_EQ(desk.read("/items?low=true&category=totals").size(), 2U);
    desk.change("/items/" + plain, js("{'alertThreshold':null}"));
    agrees("/stock?low=false");
    EXPECT_EQ(desk.read("/items?low=true&category=totals").size(), 1U);
}

TEST_F(ListTotals, AreThoseOfTheRowsUnderEveryFilterOfPartnersPurchasesAndMoney) {
    const std::string supplier =
        desk.make("/partners", js("{'name':'Totals Ltd','kind':'supplier','tags':['totals','gone']}"))
            .textOr("id");
    const std::string customer =
        desk.make("/partners", js("{'name':'Totals Gone','tags':['totals']}")).textOr("id");
    desk.change("/partners/" + customer, js("{'archived':true}"));
    desk.make("/partners", js("{'name':'Totals Both','kind':'both','tags':['totals']}"));
    desk.make("/partners", js("{'name':'Totals New','tags':['totals']}"));
    desk.change("/partners/" + supplier, js("{'tags':['totals','kept']}"));
    EXPECT_EQ(desk.get("/partners?tag=totals&limit=1").header("x-total-count"), "3");
    EXPECT_EQ(desk.get("/partners?tag=totals&kind=supplier&limit=1").header("x-total-count"), "2");
    EXPECT_EQ(desk.get("/partners?tag=gone&limit=1&offset=1").header("x-total-count"), "0");
    const auto purchase = [&](const std::string& more) {
        return desk
            .make("/purchases",
                  js("{'partnerId':'$1','lines':[{'label':'Paper','quantity':1,'unitPrice':9}]" + more + "}",
                     {supplier}))
            .textOr("id");
    };
    const std::string open = purchase("");
    purchase(",'receiveNow':true,'paidInFull':true");
    const std::string half = purchase(",'receiveNow':true");
    desk.make("/purchases/" + half + "/payments", js("{'amount':3}"));
    EXPECT_EQ(desk.post("/purchases/" + open + "/cancel", js("{'reason':'no'}")).status, 200);
    desk.make("/expenses", js("{'label':'Windows totals','amount':4,'category':'maintenance'}"));
    desk.make("/expenses", js("{'label':'Other totals','amount':5}"));
    const std::string today = desk.today();
    for (const std::string& path :
         std::vector<std::string>{"/partners",
                                  "/partners?archived=true",
                                  "/partners?kind=supplier",
                                  "/partners?from=" + today,
                                  "/partners?from=" + today + "&to=" + today + "&kind=customer",
                                  "/partners?tag=totals",
                                  "/partners?tag=totals&archived=true",
                                  "/partners?tag=totals&kind=customer",
                                  "/partners?tag=totals&kind=both",
                                  "/partners?tag=totals&from=" + today,
                                  "/purchases",
                                  "/purchases?status=cancelled",
                                  "/purchases?status=ordered&paymentStatus=unpaid,partially_paid",
                                  "/purchases?overdue=true",
                                  "/purchases?overdue=false",
                                  "/purchases?overdue=true&businessUnitId=" + desk.value("businessUnitId"),
                                  "/purchases?receiptStatus=received",
                                  "/purchases?from=" + today + "&to=" + today,
                                  "/purchases?businessUnitId=" + desk.value("businessUnitId"),
                                  "/expenses",
                                  "/expenses?category=maintenance",
                                  "/expenses?from=" + today,
                                  "/transactions",
                                  "/transactions?kind=all",
                                  "/transactions?kind=all&direction=out",
                                  "/transactions?kind=expense&from=" + today + "&to=" + today}) {
        agrees(path);
    }
    const Json page = desk.read("/purchases?page=1&size=50");
    std::int64_t total = 0;
    std::int64_t paid = 0;
    for (const Json& row : page["data"].items()) {
        total += row.textOr("status") == "cancelled" ? 0 : row["total"].integer();
        paid += row["paid"].integer();
    }
    EXPECT_EQ(page["totals"]["total"].integer(), total);
    EXPECT_EQ(page["totals"]["paid"].integer(), paid);
}

TEST_F(ListTotals, OfWalletsAreThoseOfTheRowsUnderEveryFilter) {
    std::string wallet;
    for (const char* name : {"Totals C", "totals a", "Totals b"}) {
        wallet = desk.make("/wallets", js("{'name':'$1','kind':'mobile_money'}", {name})).textOr("id");
    }
    const auto check = [&] {
        for (const std::string& path :
             std::vector<std::string>{"/wallets", "/wallets?kind=mobile_money", "/wallets?archived=true",
                                      "/wallets?sort=name", "/wallets?kind=mobile_money&archived=true",
                                      "/wallets?businessUnitId=" + desk.value("businessUnitId")}) {
            agrees(path);
        }
        expectSums(sharedService());
    };
    check();
    desk.change("/wallets/" + wallet, js("{'businessUnitId':null}"));
    check();
    const auto names = [&](const std::string& more) {
        return textsOf(desk.get("/wallets?kind=mobile_money" + more).json, "name");
    };
    EXPECT_EQ(names("&sort=name"), (std::vector<std::string>{"totals a", "Totals b", "Totals C"}));
    EXPECT_EQ(names("&sort=name&limit=1&offset=1"), std::vector<std::string>{"Totals b"});
    EXPECT_EQ(names("&businessUnitId=" + desk.value("businessUnitId")),
              (std::vector<std::string>{"totals a", "Totals C"}));
    desk.change("/wallets/" + wallet, js("{'archived':true}"));
    check();
    EXPECT_EQ(names(""), (std::vector<std::string>{"totals a", "Totals C"}));
}

TEST_F(ListTotals, OfMovementsAreThoseOfTheRowsOfOneCategoryOfAllAndOfWhatWasVoided) {
    const std::string wallet = desk.make("/wallets", js("{'name':'Counted','kind':'bank'}")).textOr("id");
    const std::string other = desk.make("/wallets", js("{'name':'Other','kind':'bank'}")).textOr("id");
    const std::string partner = desk.make("/partners", js("{'name':'Counted'}")).textOr("id");
    const auto free = [&](const std::string& category, const std::string& date) {
        return desk
            .make("/transactions", js("{'walletId':'$1','direction':'in','amount':7,'label':'Counted',"
                                      "'category':'$2','date':'$3','partnerId':'$4'}",
                                      {wallet, category, date, partner}))
            .textOr("id");
    };
    const std::string today = desk.today();
    const std::string before = Date::parse(today).value().firstOfMonth().addDays(-1).toString();
    const std::string wrong = free("other_income", before);
    free("other_income", today);
    free("unclassified", today);
    const Date first = Date::parse(before).value().firstOfMonth();
    free("unclassified", first.toString());
    desk.make("/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':3}", {wallet, other}));
    const auto check = [&] {
        // The last two leave out one day of a month: the day is subtracted from the month's counter.
        for (const std::string& when :
             {std::string(), "&from=" + today, "&to=" + before, "&from=" + first.addDays(1).toString(),
              "&to=" + Date::parse(before).value().addDays(-1).toString()}) {
            for (const char* what :
                 {"", "&category=other_income", "&status=voided", "&category=other_income&status=voided"}) {
                agrees("/transactions?kind=all&walletId=" + wallet + when + what);
            }
            agrees("/transactions?sort=-date" + when);
            agrees("/transactions?kind=all&direction=out" + when);
            for (const char* text : {"counted", "counted%20count", "ounted", "nowhere"}) {
                agrees("/transactions?kind=all&q=" + std::string(text) + when);
                agrees("/transactions?walletId=" + wallet + "&q=" + text + when);
            }
            agrees("/transactions?partnerId=" + partner + when);
        }
        expectSums(sharedService());
    };
    check();
    ASSERT_EQ(desk.post("/transactions/" + wrong + "/void", js("{'reason':'Typed twice'}")).status, 200);
    check();
    EXPECT_EQ(desk.read("/transactions?category=other_income&status=posted&walletId=" + wallet).size(), 2U);
    EXPECT_EQ(desk.get("/transactions?category=other_income&status=voided&limit=1&walletId=" + wallet)
                  .header("x-total-count"),
              "1");
}

TEST_F(ListTotals, OfWhatIsOverdueFollowPaymentsAndNewDueDates) {
    const std::string customer = desk.make("/partners", js("{'name':'Late'}")).textOr("id");
    const std::string supplier =
        desk.make("/partners", js("{'name':'Waiting','kind':'supplier'}")).textOr("id");
    const std::string before = Date::parse(desk.today()).value().addDays(-9).toString();
    const std::string due = Date::parse(desk.today()).value().addDays(-2).toString();
    const auto lines = "'date':'$2','dueDate':'$3','lines':[{'label':'x','quantity':1,'unitPrice':50}]}";
    std::vector<std::string> sales;
    std::vector<std::string> purchases;
    for (int i = 0; i < 3; ++i) {
        sales.push_back(
            desk.make("/sales", js(std::string("{'partnerId':'$1',") + lines, {customer, before, due}))
                .textOr("id"));
        purchases.push_back(
            desk.make("/purchases", js(std::string("{'partnerId':'$1',") + lines, {supplier, before, due}))
                .textOr("id"));
    }
    desk.make("/sales/" + sales[0] + "/payments", js("{'amount':20}"));
    desk.make("/sales/" + sales[1] + "/payments", js("{'amount':50}"));
    desk.make("/purchases/" + purchases[0] + "/payments", js("{'amount':20}"));
    EXPECT_EQ(desk.post("/purchases/" + purchases[1] + "/cancel", js("{'reason':'no'}")).status, 200);
    const auto check = [&] {
        for (const std::string list : {"/sales", "/purchases"}) {
            agrees(list + "?overdue=true");
            agrees(list + "?overdue=true&businessUnitId=" + desk.value("businessUnitId"));
            const Json page = desk.read(list + "?overdue=true&page=1&size=200");
            std::int64_t total = 0;
            std::int64_t paid = 0;
            for (const Json& row : page["data"].items()) {
                total += row["total"].integer();
                paid += row["paid"].integer();
            }
            EXPECT_EQ(page["totals"]["total"].integer(), total) << list;
            EXPECT_EQ(page["totals"]["paid"].integer(), paid) << list;
            EXPECT_EQ(page["totals"]["balance"].integer(), total - paid) << list;
        }
    };
    check();
    desk.change("/sales/" + sales[2], js("{'dueDate':'$1'}", {desk.today()}));
    desk.change("/purchases/" + purchases[2], js("{'dueDate':null}"));
    check();
}

TEST_F(ListTotals, AWordFindsDocumentsByItsBeginningAndOtherwiseAnywhereInTheNewest) {
    const std::string supplier =
        desk.make("/partners", js("{'name':'Quäntchen Zwölf','kind':'supplier'}")).textOr("id");
    const Json purchase =
        desk.make("/purchases", js("{'partnerId':'$1','supplierReference':'ZZ-77819','note':'Ring twice',"
                                   "'lines':[{'label':'Xylophone sticks','quantity':1,'unitPrice':9}]}",
                                   {supplier}));
    const std::string path = "/purchases/" + purchase.textOr("id");
    const auto finds = [&](const std::string& text) { return desk.read("/purchases?q=" + text).size(); };
    for (const char* text : {"zwolf", "quant", "zz-77819", "77819", "xylo%20zwolf", "ring", "ylophon"}) {
        EXPECT_EQ(finds(text), 1U) << text;
    }
    EXPECT_EQ(finds(purchase.textOr("number")), 1U);
    desk.change(path, js("{'note':'Knock','supplierReference':'YY-9'}"));
    EXPECT_EQ(finds("ring"), 0U);
    EXPECT_EQ(finds("zz-77819"), 0U);
    EXPECT_EQ(finds("knock"), 1U);
    EXPECT_EQ(finds("yy-9"), 1U);
}

TEST_F(ListTotals, AWordOfManyFindsThemAllInTheOrderOfTheList) {
    // More records than a search collects from the index: the list is walked and each record is tested.
    constexpr int Many = 2400;
    // A separate company, because tests that read the events of the shared company from the start would get
    // these too.
    Desk crowd(sharedService(), "Crowd", "FR");
    const auto import = [&](const std::string& kind, const std::string& csv) {
        HttpClient client = sharedService().client(crowd.value("liveKey"));
        const Answer answer =
            client.send("POST", crowd.path("/imports/" + kind), csv, {{"Content-Type", "text/csv"}});
        ASSERT_TRUE(hasStatus(answer, 200));
        EXPECT_EQ(answer.json["created"].integer(), Many);
    };
    std::string items = "sku,name,price\n";
    std::string partners = "externalId,name,kind\n";
    for (int i = 0; i < Many; ++i) {
        const std::string number = std::to_string(10000 + i);
        items += "WALK-" + number + ",Walked " + number + (i % 1000 == 7 ? " seldom" : "") + ",2\n";
        partners += "WALK-" + number + ",Walker " + number + (i % 1000 == 7 ? " seldom" : "") + ',' +
                    (i % 2 == 0 ? "customer" : "supplier") + '\n';
    }
    import("items", items);
    import("partners", partners);
    const auto names = [&](const std::string& path, std::int64_t total) {
        const Answer answer = crowd.get(path);
        EXPECT_TRUE(hasStatus(answer, 200)) << path;
        EXPECT_EQ(answer.header("x-total-count"), std::to_string(total)) << path;
        return textsOf(answer.json, "name");
    };
    const std::vector<std::string> first{"Walked 10000", "Walked 10001"};
    for (const char* text : {"walked", "walk", "wal%20walked"}) {
        EXPECT_EQ(names(std::string("/items?limit=2&q=") + text, Many), first) << text;
    }
    const std::vector<std::string> last{"Walked 12399", "Walked 12398"};
    EXPECT_EQ(names("/items?limit=2&sort=-name&q=walked", Many), last);
    EXPECT_EQ(names("/items?limit=2&offset=2398&q=walked", Many),
              (std::vector<std::string>{"Walked 12398", "Walked 12399"}));
    EXPECT_TRUE(names("/items?limit=2&offset=2400&q=walked", Many).empty());
    const std::vector<std::string> seldom{"Walked 10007 seldom", "Walked 11007 seldom",
                                          "Walked 12007 seldom"};
    EXPECT_EQ(names("/items?q=walked%20seldom", 3), seldom);
    EXPECT_EQ(names("/items?q=seld%20walk", 3), seldom);
    // No word begins with it: the newest thousand items are searched for it anywhere.
    EXPECT_EQ(names("/items?q=eldom", 1), std::vector<std::string>{"Walked 12007 seldom"});

    EXPECT_EQ(names("/partners?limit=2&q=walker", Many),
              (std::vector<std::string>{"Walker 10000", "Walker 10001"}));
    EXPECT_EQ(names("/partners?limit=2&kind=supplier&q=walk", Many / 2),
              (std::vector<std::string>{"Walker 10001", "Walker 10003"}));
    EXPECT_EQ(
        names("/partners?q=walker%20seldom", 3),
        (std::vector<std::string>{"Walker 10007 seldom", "Walker 11007 seldom", "Walker 12007 seldom"}));
}

TEST_F(ListTotals, PartnersOfTwoKindsComeInOneOrderWhateverThePage) {
    std::vector<std::string> expected;
    for (int i = 0; i < 9; ++i) {
        const std::string kind = i % 3 == 0 ? "supplier" : i % 3 == 1 ? "both" : "customer";
        const std::string name = "Merged " + std::to_string(i);
        desk.make("/partners", js("{'name':'$1','kind':'$2','tags':['merged']}", {name, kind}));
        if (kind != "customer") {
            expected.push_back(name);
        }
    }
    const auto merged = [&](const std::string& query) {
        return textsOf(desk.get("/partners?kind=supplier&tag=merged" + query).json, "name");
    };
    for (const std::string sort : {"name", "date"}) {
        EXPECT_EQ(merged("&sort=" + sort), expected) << sort;
        EXPECT_EQ(merged("&sort=-" + sort), std::vector<std::string>(expected.rbegin(), expected.rend()))
            << sort;
    }
    std::vector<std::string> paged;
    for (std::size_t offset = 0; offset < expected.size(); offset += 2) {
        for (const std::string& name : merged("&limit=2&offset=" + std::to_string(offset))) {
            paged.push_back(name);
        }
    }
    EXPECT_EQ(paged, expected);
}

} // namespace
} // namespace svc::test
