// Cash sessions: opening, counting, closing; the expected cash; permissions.
#include <barrier>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

class CashSessions : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    std::string till(const std::string& more = {}) {
        return desk.make("/wallets", js("{'name':'Till','kind':'cash'" + more + "}")).textOr("id");
    }
    Json open(const std::string& wallet, const std::string& more) {
        return desk.make("/cash-sessions", js("{'walletId':'$1'," + more + "}", {wallet}));
    }
    Answer close(const Json& session, const std::string& body) {
        return desk.post("/cash-sessions/" + session.textOr("id") + "/close", js(body));
    }
    void sell(const std::string& wallet, const std::string& price) {
        desk.make("/sales", js("{'lines':[{'label':'A','quantity':1,'unitPrice':$2}],"
                               "'payments':[{'walletId':'$1','amount':$2}]}",
                               {wallet, price}));
    }
    void move(const std::string& wallet, const std::string& direction, const std::string& amount) {
        desk.make("/transactions",
                  js("{'walletId':'$1','direction':'$2','amount':$3}", {wallet, direction, amount}));
    }
};

TEST_F(CashSessions, ADayAtTheTill) {
    const std::string wallet = till(",'openingBalance':150,'requireSession':true");
    EXPECT_TRUE(
        isRefusal(desk.post("/transactions", js("{'walletId':'$1','direction':'in','amount':1}", {wallet})),
                  400, "cash-session-required"));
    desk.events();
    const Json opened = open(wallet, "'openingAmount':150.00,'note':'Monday'");
    EXPECT_EQ(opened.textOr("status"), "open");
    EXPECT_EQ(opened["expectedOpeningAmount"].integer(), 15000);
    EXPECT_EQ(opened["expectedAmount"].integer(), 15000);
    EXPECT_TRUE(opened["countedAmount"].isNull());
    EXPECT_TRUE(opened["difference"].isNull());
    std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("cash_session.opened"));
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", opened["id"]},
                                                      {"walletId", wallet},
                                                      {"businessUnitId", opened["businessUnitId"]},
                                                      {"openingAmount", money(15000)},
                                                      {"expectedOpeningAmount", money(15000)},
                                                      {"difference", money(0)},
                                                      {"openedAt", opened["openedAt"]},
                                                      {"actor", opened["openedBy"]}})));
    sell(wallet, "800.50");
    sell(wallet, "23");
    move(wallet, "out", "45");
    move(wallet, "in", "2");
    const Json now = desk.read("/cash-sessions/" + opened.textOr("id"));
    EXPECT_EQ(now["cashPayments"].integer(), 82350);
    EXPECT_EQ(now["paidOut"].integer(), 4500);
    EXPECT_EQ(now["paidIn"].integer(), 200);
    EXPECT_EQ(now["expectedAmount"].integer(), 93050);
    EXPECT_THAT(textsOf(desk.read("/cash-sessions?status=open&walletId=" + wallet), "id"),
                ElementsAre(opened.textOr("id")));

    desk.events();
    const Answer closed =
        close(opened, "{'count':[{'denomination':50.00,'quantity':12},{'denomination':20,'quantity':"
                      "16},{'denomination':1,'quantity':10}]}");
    ASSERT_TRUE(hasStatus(closed, 200));
    EXPECT_EQ(closed.json.textOr("status"), "closed");
    EXPECT_EQ(closed.json["countedAmount"].integer(), 93000);
    EXPECT_EQ(closed.json["difference"].integer(), -50);
    EXPECT_EQ(closed.json.textOr("note"), "Monday");
    events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("cash_session.closed"));
    EXPECT_TRUE(
        same(events[0]["data"],
             Json::object(
                 {{"id", opened["id"]},
                  {"walletId", wallet},
                  {"businessUnitId", opened["businessUnitId"]},
                  {"openingAmount", money(15000)},
                  {"cashPayments", money(82350)},
                  {"cashRefunds", money(0)},
                  {"paidIn", money(200)},
                  {"paidOut", money(4500)},
                  {"expectedAmount", money(93050)},
                  {"countedAmount", money(93000)},
                  {"difference", money(-50)},
                  {"count", Json::array({Json::object({{"denomination", money(5000)}, {"quantity", 12}}),
                                         Json::object({{"denomination", money(2000)}, {"quantity", 16}}),
                                         Json::object({{"denomination", money(100)}, {"quantity", 10}})})},
                  {"closedAt", closed.json["closedAt"]},
                  {"actor", closed.json["closedBy"]}})));
    EXPECT_THAT(desk.postings(opened.textOr("id"), "PCG"),
                UnorderedElementsAre("658 0.50 0.00", "5311 0.00 0.50"));
    EXPECT_TRUE(isRefusal(close(opened, "{'countedAmount':1}"), 400, "cash-session-closed"));
    EXPECT_TRUE(
        isRefusal(desk.post("/transactions", js("{'walletId':'$1','direction':'in','amount':1}", {wallet})),
                  400, "cash-session-required"));
    EXPECT_THAT(textsOf(desk.read("/transactions?kind=till_difference&walletId=" + wallet), "documentId"),
                ElementsAre(opened.textOr("id")));
}

TEST_F(CashSessions, WhatIsAboveGoesToTheBank) {
    const std::string wallet = till(",'openingBalance':100");
    const std::string bank = desk.make("/wallets", js("{'name':'B','kind':'bank'}")).textOr("id");
    const Json session = open(wallet, "'openingAmount':110");
    EXPECT_EQ(session["expectedOpeningAmount"].integer(), 10000);
    // The till holds ten more than the books say.
    EXPECT_THAT(desk.postings(session.textOr("id"), "PCG"),
                UnorderedElementsAre("5311 10.00 0.00", "758 0.00 10.00"));
    sell(wallet, "40");
    desk.events();
    const Answer closed =
        close(session, "{'countedAmount':151.00,'depositToWalletId':'" + bank + "','leaveAmount':50}");
    ASSERT_TRUE(hasStatus(closed, 200));
    EXPECT_EQ(closed.json["expectedAmount"].integer(), 15000);
    EXPECT_EQ(closed.json["difference"].integer(), 100);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("cash_session.closed", "transfer.completed"));
    EXPECT_TRUE(same(events[1]["data"]["amount"], money(10100)));
    EXPECT_EQ(closed.json.textOr("depositTransferId"), events[1].textOr("objectId"));
    EXPECT_EQ(desk.read("/transactions?kind=transfer&walletId=" + bank)[0]["balanceAfter"].integer(), 10100);
    EXPECT_EQ(desk.read("/transactions?kind=transfer&walletId=" + wallet)[0]["balanceAfter"].integer(), 5000);
}

TEST_F(CashSessions, TellWhenTheDrawerIsOpenedWithoutASale) {
    const std::string wallet = till();
    const Json session = open(wallet, "'openingAmount':10");
    const std::string path = "/cash-sessions/" + session.textOr("id") + "/drawer-openings";
    desk.events();
    const Json opened = desk.make(path, js("{'reason':'Change for a customer'}"));
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("cash_session.drawer_opened"));
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", session["id"]},
                                                      {"walletId", wallet},
                                                      {"businessUnitId", session["businessUnitId"]},
                                                      {"reason", "Change for a customer"},
                                                      {"openedAt", opened["openedAt"]},
                                                      {"actor", opened["openedBy"]}})));
    EXPECT_EQ(opened.textOr("cashSessionId"), session.textOr("id"));
    EXPECT_EQ(desk.read("/history/cash_session/" + session.textOr("id"))["data"][0].textOr("action"),
              "drawer_opened");
    EXPECT_TRUE(same(desk.read("/cash-sessions/" + session.textOr("id"))["expectedAmount"], Json(1000)));

    EXPECT_TRUE(isRefusal(desk.post(path, js("{}")), 400, "field-required:reason"));
    EXPECT_TRUE(isRefusal(desk.post(path, js("{'reason':' '}")), 400, "field-required:reason"));
    EXPECT_TRUE(isRefusal(desk.post("/cash-sessions/" + wallet + "/drawer-openings", js("{'reason':'x'}")),
                          404, "cash-session-not-found"));
    ASSERT_TRUE(hasStatus(close(session, "{'countedAmount':10}"), 200));
    EXPECT_TRUE(isRefusal(desk.post(path, js("{'reason':'Late'}")), 400, "cash-session-closed"));
}

TEST_F(CashSessions, RefuseWhatIsWrong) {
    const std::string wallet = till();
    const std::string bank = desk.make("/wallets", js("{'name':'B','kind':'bank'}")).textOr("id");
    const std::string old = till();
    desk.change("/wallets/" + old, js("{'archived':true}"));
    const auto refuses = [&](const std::string& path, const std::string& body, int status,
                             const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post(path, js(body)), status, code)) << body;
    };
    const auto body = [&](const std::string& id, const std::string& more) {
        return "{'walletId':'" + id + "'" + more + "}";
    };
    refuses("/cash-sessions", "{}", 400, "field-required:walletId");
    refuses("/cash-sessions", body(wallet, ""), 400, "field-required:openingAmount");
    refuses("/cash-sessions", body("wal_01jd93ne9skheab73zzekk66h8", ",'openingAmount':1"), 404,
            "wallet-not-found");
    refuses("/cash-sessions", body(bank, ",'openingAmount':1"), 400, "wallet-not-cash");
    refuses("/cash-sessions", body(old, ",'openingAmount':1"), 400, "field-invalid:walletId");
    refuses("/cash-sessions", body(wallet, ",'openingAmount':-1"), 400, "field-invalid:openingAmount");
    refuses("/cash-sessions", body(wallet, ",'openingAmount':1.001"), 400, "field-invalid:openingAmount");
    refuses("/cash-sessions", body(wallet, ",'count':[{'denomination':0.001,'quantity':1}]"), 400,
            "field-invalid:count[0].denomination");
    refuses("/cash-sessions", body(wallet, ",'openingAmount':2,'count':[{'denomination':1,'quantity':1}]"),
            400, "field-invalid:count");
    const Json session = open(wallet, "'count':[{'denomination':1,'quantity':2}]");
    EXPECT_EQ(session["openingAmount"].integer(), 200);
    refuses("/cash-sessions", body(wallet, ",'openingAmount':1"), 400,
            "cash-session-open:" + session.textOr("id"));
    EXPECT_TRUE(isRefusal(desk.patch("/wallets/" + wallet, js("{'archived':true}")), 400,
                          "cash-session-open:" + session.textOr("id")));

    const std::string closing = "/cash-sessions/" + session.textOr("id") + "/close";
    EXPECT_TRUE(
        isRefusal(desk.get("/cash-sessions/csh_01jd9dynek6q4ap9am44qf786x"), 404, "cash-session-not-found"));
    refuses("/cash-sessions/csh_01jd9dynek6q4ap9am44qf786x/close", "{'countedAmount':1}", 404,
            "cash-session-not-found");
    refuses(closing, "{}", 400, "field-required:countedAmount");
    refuses(closing, "{'countedAmount':-1}", 400, "field-invalid:countedAmount");
    refuses(closing, "{'countedAmount':1,'depositToWalletId':'wal_01jd93ne9skheab73zzekk66h8'}", 404,
            "wallet-not-found");
    refuses(closing, "{'countedAmount':1,'depositToWalletId':'" + wallet + "'}", 400, "same-wallet");
    refuses(closing, "{'countedAmount':1,'depositToWalletId':'" + old + "'}", 400,
            "field-invalid:depositToWalletId");
    refuses(closing, "{'countedAmount':1,'depositToWalletId':'" + bank + "','leaveAmount':2}", 400,
            "field-invalid:leaveAmount");
    EXPECT_TRUE(hasStatus(close(session, "{'countedAmount':0}"), 200));
}

TEST_F(CashSessions, TwoWhoOpenOrCloseAtOnceDoItOnce) {
    const std::string wallet = till();
    const std::string key = desk.newKey();
    const auto together = [&](const std::string& path, const Json& body) {
        std::barrier start(8);
        std::vector<std::thread> clients;
        std::vector<int> statuses(8);
        for (std::size_t i = 0; i < 8; ++i) {
            clients.emplace_back([&, i] {
                HttpClient client = sharedService().client(key);
                start.arrive_and_wait();
                statuses[i] = client.post(desk.path(path), body).status;
            });
        }
        for (std::thread& client : clients) {
            client.join();
        }
        return statuses;
    };
    const auto opened = together("/cash-sessions", js("{'walletId':'$1','openingAmount':5}", {wallet}));
    EXPECT_EQ(std::count(opened.begin(), opened.end(), 201), 1);
    EXPECT_EQ(std::count(opened.begin(), opened.end(), 400), 7);
    const std::string id = desk.read("/cash-sessions?status=open&walletId=" + wallet)[0].textOr("id");
    const auto closed = together("/cash-sessions/" + id + "/close", js("{'countedAmount':4}"));
    EXPECT_EQ(std::count(closed.begin(), closed.end(), 200), 1);
    EXPECT_EQ(std::count(closed.begin(), closed.end(), 400), 7);
    EXPECT_EQ(desk.read("/transactions?kind=till_difference&walletId=" + wallet).size(), 2U);
}

TEST_F(CashSessions, SalesGoOnWhileTheTillIsClosed) {
    const std::string wallet = till();
    const Json session = open(wallet, "'openingAmount':0");
    const std::string key = desk.newKey();
    std::vector<std::thread> clients;
    std::barrier start(9);
    for (int i = 0; i < 8; ++i) {
        clients.emplace_back([&] {
            HttpClient client = sharedService().client(key);
            start.arrive_and_wait();
            for (int j = 0; j < 5; ++j) {
                client.post(desk.path("/sales"), js("{'lines':[{'label':'A','quantity':1,'unitPrice':1}],"
                                                    "'payments':[{'walletId':'$1','amount':1}]}",
                                                    {wallet}));
            }
        });
    }
    start.arrive_and_wait();
    const Answer closed = close(session, "{'countedAmount':0}");
    for (std::thread& client : clients) {
        client.join();
    }
    ASSERT_TRUE(hasStatus(closed, 200));
    // The expected amount is what the till held at the moment of closing; later sales belong to no session.
    EXPECT_EQ(closed.json["difference"].integer(), -closed.json["cashPayments"].integer());
}

} // namespace
} // namespace svc::test
