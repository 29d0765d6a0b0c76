// Transfers between wallets, wallets in foreign currencies, budgets.
#include <barrier>
#include <thread>

#include <gmock/gmock.h>

#include <svc/date.hpp>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

constexpr const char* Nobody = "wal_01jd93ne9skheab73zzekk66h8";

class Transfers : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    std::string wallet(const std::string& kind, const std::string& more = {}) {
        return desk.make("/wallets", js("{'name':'W','kind':'" + kind + "'" + more + "}")).textOr("id");
    }
    Json transfer(const std::string& from, const std::string& to, const std::string& more) {
        return desk.make("/wallets/transfer",
                         js("{'fromWalletId':'$1','toWalletId':'$2'," + more + "}", {from, to}));
    }
    void refuses(const std::string& body, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post("/wallets/transfer", js(body)), status, code)) << body;
    }
    std::int64_t balance(const std::string& id) {
        for (const Json& one : rowsOf(desk.read("/wallets?limit=500"))) {
            if (one.textOr("id") == id) {
                return one["balance"].integer();
            }
        }
        return -1;
    }
    void rate(const std::string& currency, const std::string& rate, const std::string& date) {
        EXPECT_TRUE(hasStatus(
            desk.put("/rates/" + currency, js("{'rate':" + rate + ",'date':'" + date + "'}")), 200));
    }
    void TearDown() override { expectSums(sharedService()); }
};

TEST_F(Transfers, MoneyGoesFromOneWalletToAnother) {
    const std::string till = wallet("cash", ",'openingBalance':600");
    const std::string bank = wallet("bank");
    desk.events();
    const Json made =
        transfer(till, bank, "'amount':500.00,'date':'" + desk.today() + "','label':'Bank deposit'");
    const Json wanted =
        js("{'fromWalletId':'$1','toWalletId':'$2','amount':50000,'currency':'EUR','receivedAmount':50000,"
           "'receivedCurrency':'EUR','fee':0,'label':'Bank deposit','status':'completed'}",
           {till, bank});
    for (const Json::Member& member : wanted.members()) {
        EXPECT_TRUE(same(made[member.name], member.value)) << member.name;
    }
    EXPECT_EQ(made["transactionIds"].size(), 2U);
    EXPECT_EQ(balance(till), 10000);
    EXPECT_EQ(balance(bank), 50000);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("transfer.completed"));
    EXPECT_EQ(events[0].textOr("object"), "transfer");
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", made["id"]},
                                                      {"fromWalletId", till},
                                                      {"toWalletId", bank},
                                                      {"amount", money(50000)},
                                                      {"receivedAmount", money(50000)},
                                                      {"fee", money(0)},
                                                      {"date", made["date"]},
                                                      {"label", "Bank deposit"},
                                                      {"actor", made["createdBy"]}})));
    // One entry in the journal of each wallet, through money in transit.
    EXPECT_THAT(
        desk.postings(made.textOr("id"), "PCG"),
        UnorderedElementsAre("580 500.00 0.00", "5311 0.00 500.00", "512 500.00 0.00", "580 0.00 500.00"));
    const Json moved = desk.read("/transactions?kind=transfer&walletId=" + bank);
    ASSERT_EQ(moved.size(), 1U);
    EXPECT_EQ(moved[0].textOr("documentId"), made.textOr("id"));
    EXPECT_TRUE(isRefusal(desk.post("/transactions/" + moved[0].textOr("id") + "/void", js("{'reason':'x'}")),
                          400, "transaction-not-voidable"));
}

TEST_F(Transfers, AFeeIsTakenBesides) {
    const std::string phone = wallet("mobile_money", ",'openingBalance':100");
    const std::string bank = wallet("bank");
    const Json made = transfer(phone, bank, "'amount':50,'fee':1.5");
    EXPECT_EQ(made["fee"].integer(), 150);
    EXPECT_EQ(made["transactionIds"].size(), 3U);
    EXPECT_EQ(balance(phone), 4850);
    EXPECT_EQ(balance(bank), 5000);
    EXPECT_THAT(desk.postings(made.textOr("id"), "SYSCOHADA"),
                UnorderedElementsAre("585 50.00 0.00", "552 0.00 50.00", "5211 50.00 0.00", "585 0.00 50.00",
                                     "6317 1.50 0.00", "552 0.00 1.50"));
}

TEST_F(Transfers, RefuseWhatIsWrong) {
    const std::string a = wallet("cash", ",'allowNegative':false,'openingBalance':10");
    const std::string b = wallet("bank");
    const std::string strict = wallet("cash", ",'requireSession':true");
    const std::string dollars = wallet("bank", ",'currency':'CHF'");
    const std::string old = wallet("bank");
    desk.change("/wallets/" + old, js("{'archived':true}"));
    const auto body = [&](const std::string& from, const std::string& to, const std::string& more) {
        return "{'fromWalletId':'" + from + "','toWalletId':'" + to + "'," + more + "}";
    };
    refuses("{}", 400, "field-required:fromWalletId");
    refuses("{'fromWalletId':'" + a + "'}", 400, "field-required:toWalletId");
    refuses(body(a, b, "'label':'x'"), 400, "amount-required");
    refuses(body(a, b, "'amount':0"), 400, "amount-required");
    refuses(body(a, b, "'amount':-1"), 400, "amount-required");
    refuses(body(a, Nobody, "'amount':1"), 404, "wallet-not-found");
    refuses(body(Nobody, b, "'amount':1"), 404, "wallet-not-found");
    refuses(body(a, a, "'amount':1"), 400, "same-wallet");
    refuses(body(a, b, "'amount':1.001"), 400, "field-invalid:amount");
    refuses(body(a, b, "'amount':1,'receivedAmount':2"), 400, "field-invalid:receivedAmount");
    refuses(body(a, b, "'amount':1,'fee':-1"), 400, "field-invalid:fee");
    refuses(body(a, old, "'amount':1"), 400, "field-invalid:toWalletId");
    refuses(body(old, a, "'amount':1"), 400, "field-invalid:fromWalletId");
    refuses(body(a, strict, "'amount':1"), 400, "cash-session-required");
    refuses(body(a, b, "'amount':1,'date':'2999-01-01'"), 400, "field-invalid:date");
    refuses(body(a, dollars, "'amount':1,'date':'2026-01-01'"), 400, "rate-not-found:EUR:CHF");
    refuses(body(a, b, "'amount':9.5,'fee':0.51"), 400, "insufficient-funds:" + a + ":1000");
    EXPECT_EQ(balance(a), 1000);
    Desk locked(sharedService(), "Locked", "FR");
    locked.change("", js("{'lockDate':'2026-03-31'}"));
    EXPECT_TRUE(
        isRefusal(locked.post("/wallets/transfer",
                              js("{'fromWalletId':'$1','toWalletId':'$2','amount':1,'date':'2026-03-31'}",
                                 {locked.value("cashWalletId"), locked.value("bankWalletId")})),
                  400, "date-locked:2026-03-31"));
}

TEST_F(Transfers, ForeignMoneyKeepsWhatItCost) {
    Desk shop(sharedService(), "Change house", "FR");
    const auto account = [&](const std::string& kind, const std::string& more) {
        return shop.make("/wallets", js("{'name':'W','kind':'" + kind + "'" + more + "}")).textOr("id");
    };
    const auto move = [&](const std::string& from, const std::string& to, const std::string& more) {
        return shop.make("/wallets/transfer",
                         js("{'fromWalletId':'$1','toWalletId':'$2'," + more + "}", {from, to}));
    };
    const std::string euros = account("bank", ",'openingBalance':1000");
    const std::string dollars = account("bank", ",'currency':'USD'");
    EXPECT_TRUE(hasStatus(shop.put("/rates/USD", js("{'rate':1.25,'date':'2026-01-01'}")), 200));

    // 100.00 EUR buy 125.00 USD at the exchange rate, then 110.00 EUR buy 125.00 USD as given: 250 USD cost
    // 210 EUR.
    EXPECT_EQ(move(euros, dollars, "'amount':100")["receivedAmount"].integer(), 12500);
    move(euros, dollars, "'amount':110,'receivedAmount':125");
    // 100 USD are spent: their value on the day is 80 EUR, and they cost 84.
    const Json spent = shop.make("/transactions", js("{'walletId':'$1','direction':'out','amount':100,"
                                                     "'category':'other_expense'}",
                                                     {dollars}));
    EXPECT_THAT(shop.postings(spent.textOr("id"), "PCG"),
                UnorderedElementsAre("5124 0.00 84.00", "658 80.00 0.00", "666 4.00 0.00"));
    // The other 150 USD cost 126 EUR and bring 130.
    const Json sold = move(dollars, euros, "'amount':150,'receivedAmount':130");
    EXPECT_THAT(shop.postings(sold.textOr("id"), "PCG"),
                UnorderedElementsAre("5124 0.00 126.00", "580 130.00 0.00", "766 0.00 4.00",
                                     "512 130.00 0.00", "580 0.00 130.00"));
    // A void brings the dollars back at their cost.
    EXPECT_TRUE(
        hasStatus(shop.post("/transactions/" + spent.textOr("id") + "/void", js("{'reason':'x'}")), 200));
}

TEST_F(Transfers, MoneyWithoutCentsAndWithThousandths) {
    Desk dakar(sharedService(), "Dakar", "SN");
    const std::string francs =
        dakar.make("/wallets", js("{'name':'F','kind':'cash','openingBalance':100000}")).textOr("id");
    const std::string dinars =
        dakar.make("/wallets", js("{'name':'D','kind':'bank','currency':'TND'}")).textOr("id");
    // Dinars for one franc.
    EXPECT_TRUE(hasStatus(dakar.put("/rates/TND", js("{'rate':0.00515,'date':'2026-01-01'}")), 200));
    const Json made = dakar.make(
        "/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':10001}", {francs, dinars}));
    EXPECT_EQ(made["amount"].integer(), 10001);
    EXPECT_EQ(made["receivedAmount"].integer(), 51505);
    EXPECT_EQ(made.textOr("receivedCurrency"), "TND");
    EXPECT_TRUE(
        isRefusal(dakar.post("/wallets/transfer",
                             js("{'fromWalletId':'$1','toWalletId':'$2','amount':1.5}", {francs, dinars})),
                  400, "field-invalid:amount"));
}

TEST_F(Transfers, ManyInBothDirectionsNeverBlockEachOther) {
    const std::string a = wallet("cash", ",'openingBalance':1000");
    const std::string b = wallet("bank", ",'openingBalance':1000");
    const std::string key = desk.newKey();
    std::barrier start(16);
    std::vector<std::thread> clients;
    std::atomic<int> done = 0;
    for (int i = 0; i < 16; ++i) {
        clients.emplace_back([&, i] {
            HttpClient client = sharedService().client(key);
            start.arrive_and_wait();
            for (int j = 0; j < 8; ++j) {
                const bool there = (i + j) % 2 == 0;
                const Answer answer = client.post(
                    desk.path("/wallets/transfer"),
                    js("{'fromWalletId':'$1','toWalletId':'$2','amount':1}", {there ? a : b, there ? b : a}));
                done += answer.status == 201 ? 1 : 0;
            }
        });
    }
    for (std::thread& client : clients) {
        client.join();
    }
    EXPECT_EQ(done, 16 * 8);
    EXPECT_EQ(balance(a), 100000);
    EXPECT_EQ(balance(b), 100000);
}

TEST_F(Transfers, BudgetsTellWhatIsLeft) {
    const std::string till = wallet("cash");
    const std::string month = desk.today().substr(0, 7);
    const auto budgets = [&](const std::string& list) {
        return desk.put("/budgets", js("{'period':'" + month + "','budgets':" + list + "}"));
    };
    const Answer first =
        budgets("[{'category':'insurance','amount':300.00},{'category':'telecom','amount':10}]");
    ASSERT_TRUE(hasStatus(first, 200));
    EXPECT_TRUE(same(first.json, js("[{'period':'$1','category':'insurance','amount':30000,'spent':0,"
                                    "'remaining':30000,'currency':'EUR'},{'period':'$1','category':'telecom',"
                                    "'amount':1000,'spent':0,'remaining':1000,'currency':'EUR'}]",
                                    {month})));
    const auto spend = [&](const std::string& more) {
        return desk.make("/transactions", js("{'walletId':'$1'," + more + "}", {till})).textOr("id");
    };
    spend("'direction':'out','amount':45,'category':'insurance'");
    spend("'direction':'in','amount':5,'category':'insurance'");
    spend("'direction':'out','amount':7,'category':'insurance','date':'2026-01-31'");
    const std::string wrong = spend("'direction':'out','amount':100,'category':'insurance'");
    EXPECT_EQ(desk.read("/budgets?period=" + month)[0]["spent"].integer(), 14500);
    EXPECT_TRUE(hasStatus(desk.post("/transactions/" + wrong + "/void", js("{'reason':'x'}")), 200));
    const Json now = desk.read("/budgets?period=" + month);
    EXPECT_EQ(now[0]["spent"].integer(), 4500);
    EXPECT_EQ(now[0]["remaining"].integer(), 25500);
    EXPECT_EQ(desk.read("/budgets?period=2025-01").size(), 0U);

    EXPECT_TRUE(isRefusal(desk.get("/budgets"), 400, "period-required"));
    EXPECT_TRUE(isRefusal(desk.get("/budgets?period=2026-13"), 400, "field-invalid:period"));
    EXPECT_TRUE(isRefusal(desk.put("/budgets", js("{'budgets':[]}")), 400, "field-required:period"));
    EXPECT_TRUE(isRefusal(budgets("[{'category':'insurance'}]"), 400, "amount-required"));
    EXPECT_TRUE(isRefusal(budgets("[{'category':'insurance','amount':-1}]"), 400, "amount-required"));
    EXPECT_TRUE(isRefusal(budgets("[{'category':'bribes','amount':1}]"), 400, "category-unknown:bribes"));
    EXPECT_TRUE(isRefusal(budgets("[{'category':'rent','amount':1},{'category':'rent','amount':2}]"), 400,
                          "field-invalid:budgets[1].category"));
    EXPECT_TRUE(hasStatus(budgets("[]"), 200));
    EXPECT_EQ(desk.read("/budgets?period=" + month).size(), 0U);
}

TEST(LockedRates, StayAsTheyAre) {
    Desk own(sharedService(), "Wechsel", "AT");
    const std::string locked = Date::parse(own.today()).value().addDays(-1).toString();
    ASSERT_TRUE(hasStatus(own.put("/rates/USD", js("{'rate':1.25,'date':'$1'}", {locked})), 200));
    own.change("", js("{'lockDate':'$1'}", {locked}));
    EXPECT_TRUE(isRefusal(own.put("/rates/USD", js("{'rate':1.5,'date':'$1'}", {locked})), 400,
                          "date-locked:" + locked));
    EXPECT_TRUE(isRefusal(own.put("/rates/CHF", js("{'rate':1.5,'date':'2026-01-01'}")), 400,
                          "date-locked:" + locked));
    EXPECT_TRUE(hasStatus(own.put("/rates/USD", js("{'rate':1.5}")), 200));
    EXPECT_EQ(own.read("/rates").size(), 1U);
}

} // namespace
} // namespace svc::test
