// Many clients at once: nothing is sold or paid twice, no request waits for ever, and the books are
// consistent afterwards.
#include <array>
#include <atomic>

#include <gmock/gmock.h>

#include "api/business/together.hpp"

namespace svc::test {
namespace {

constexpr int Clients = 32;

class Races : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    /// One key for all clients of a test: they stay below its rate limit.
    std::string key = desk.newKey();

    std::string made(const std::string& path, const std::string& body) {
        return desk.make(path, js(body)).textOr("id");
    }
    std::string goods(int quantity) {
        const std::string id = made("/items", "{'name':'Scarce','price':12,'cost':5}");
        put(id, quantity, 5);
        return id;
    }
    void put(const std::string& item, int quantity, int cost) {
        desk.make("/stock/adjustments",
                  js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':$3,'"
                     "unitCost':$4}]}",
                     {desk.value("locationId"), item, std::to_string(quantity), std::to_string(cost)}));
    }
    /// Asks again with the same key while the service is not ready: on a slow machine so many clients may
    /// wait longer for a lock or a connection than the service lets them.
    static Answer insist(HttpClient& client, const std::string& path, const Json& body) {
        const HeaderList once{{"Idempotency-Key", unique("key-of-a-race-")}};
        Answer answer = client.post(path, body, once);
        for (int attempt = 1; answer.status == 503 && attempt < 5; ++attempt) {
            answer = client.post(path, body, once);
        }
        return answer;
    }
    template <typename Work>
    void together(int clients, Work work) {
        test::together(key, clients, work);
    }
    Counts outcomes(int clients, const std::function<std::pair<std::string, Json>(int)>& request) {
        return test::outcomes(desk, key, clients, request);
    }
    void TearDown() override { expectSums(sharedService()); }
};

TEST_F(Races, TheLastUnitIsSoldOnce) {
    const std::string item = goods(1);
    EXPECT_EQ(outcomes(Clients,
                       [&](int index) {
                           return std::pair("/sales",
                                            js("{'paidInFull':$2,'lines':[{'itemId':'$1','quantity':1}]}",
                                               {item, index % 2 == 0 ? "true" : "false"}));
                       }),
              (Counts{{"201", 1}, {"400 insufficient-stock:" + item + ":0", Clients - 1}}));
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["quantity"].integer(), 0);
}

TEST_F(Races, WordsAreCountedWhileTheyChange) {
    constexpr int Writers = 6; // the maximum of concurrent requests of a company
    constexpr int Each = 150;
    const auto found = [&](const std::string& word) {
        return std::stoi(desk.get("/partners?limit=1&q=" + word).header("x-total-count"));
    };
    const int others = found("z");
    std::vector<std::string> keys;
    for (int i = 0; i < Writers; ++i) {
        keys.push_back(desk.newKey());
    }
    together(Writers, [&](HttpClient&, int index) {
        HttpClient client = sharedService().client(keys[static_cast<std::size_t>(index)]);
        client.askAgain();
        for (int i = 0; i < Each; ++i) {
            const Answer made =
                client.post(desk.path("/partners"),
                            js("{'name':'Zebu $1-$2'}", {std::to_string(index), std::to_string(i)}));
            ASSERT_EQ(made.status, 201) << made.body;
            const auto change = [&](const std::string& body) {
                const Answer changed =
                    client.patch(desk.path("/partners/" + made.json.textOr("id")), js(body));
                ASSERT_EQ(changed.status, 200) << changed.body;
            };
            if (i % 3 == 0) {
                change("{'name':'Zither'}");
            }
            if (i % 5 == 0) {
                change("{'archived':true}");
            }
            if (i % 15 == 0) {
                change("{'archived':false}");
            }
        }
    });
    // Of every 15 items ten keep their name, two of them archived; none of the others does.
    EXPECT_EQ(found("zebu"), Writers * Each * 8 / 15);
    EXPECT_EQ(found("zither"), Writers * Each / 3);
    EXPECT_EQ(found("z"), others + Writers * Each * 13 / 15);
    EXPECT_EQ(found("zebu&archived=true"), Writers * Each * 2 / 15);
}

TEST_F(Races, TheLastUnitIsKeptBackOnce) {
    const std::string item = goods(1);
    EXPECT_EQ(outcomes(16,
                       [&](int) {
                           return std::pair(
                               "/sales",
                               js("{'deliverLater':true,'lines':[{'itemId':'$1','quantity':1}]}", {item}));
                       }),
              (Counts{{"201", 1}, {"400 insufficient-stock:" + item + ":0", 15}}));
}

TEST_F(Races, ABalanceIsPaidOnce) {
    const std::string partner = made("/partners", "{'name':'Debtor'}");
    const std::string sale = made("/sales", "{'partnerId':'" + partner +
                                                "','lines':[{'label':'Work','quantity':1,'unitPrice':100}]}");
    const Counts counts = outcomes(Clients, [&](int index) {
        return std::pair("/sales/" + sale + "/payments",
                         js("{'amount':30,'walletId':'$1'}",
                            {desk.value(index % 2 == 0 ? "cashWalletId" : "bankWalletId")}));
    });
    EXPECT_EQ(counts, (Counts{{"201", 3}, {"400 amount-above-outstanding", Clients - 3}}));
    const Json read = desk.read("/sales/" + sale);
    EXPECT_EQ(read["paid"].integer(), 9000);
    EXPECT_EQ(read["balance"].integer(), 1000);
    EXPECT_EQ(read["payments"].size(), 3U);
}

TEST_F(Races, ASaleIsPaidOrCancelledNotBoth) {
    const std::string sale = made("/sales", "{'lines':[{'label':'Work','quantity':1,'unitPrice':10}]}");
    outcomes(16, [&](int index) {
        const std::string path = "/sales/" + sale + (index % 2 == 0 ? "/cancel" : "/payments");
        return std::pair(path, index % 2 == 0 ? Json::object() : js("{'amount':10}"));
    });
    const Json read = desk.read("/sales/" + sale);
    EXPECT_EQ(read.textOr("status") == "cancelled", read["paid"].integer() == 0);
}

TEST_F(Races, BasketsInAnyOrderNeverBlockEachOther) {
    std::vector<std::string> items;
    for (int i = 0; i < 5; ++i) {
        items.push_back(goods(1000));
    }
    std::atomic<int> sold{0};
    together(Clients, [&](HttpClient& client, int index) {
        for (int round = 0; round < 5; ++round) {
            Json lines = Json::array();
            for (std::size_t i = 0; i < items.size(); ++i) {
                const std::size_t step = index % 2 == 0 ? i : items.size() - 1 - i;
                lines.push(Json::object(
                    {{"itemId", items[(step + static_cast<std::size_t>(index + round)) % items.size()]},
                     {"quantity", 1}}));
            }
            Json body = Json::object({{"lines", std::move(lines)}, {"paidInFull", true}});
            if (round % 2 == 1) {
                body.set("walletId", desk.value("bankWalletId"));
            }
            const Answer answer = insist(client, desk.path("/sales"), body);
            EXPECT_EQ(answer.status, 201) << answer.body;
            sold += answer.status == 201 ? 1 : 0;
            if (round == 2) {
                const Answer unpaid = insist(client, desk.path("/sales"),
                                             js("{'lines':[{'itemId':'$1','quantity':1},"
                                                "{'itemId':'$2','quantity':1}]}",
                                                {items[4], items[0]}));
                EXPECT_EQ(unpaid.status, 201);
                EXPECT_EQ(insist(client, desk.path("/sales/" + unpaid.json.textOr("id") + "/cancel"),
                                 Json::object())
                              .status,
                          200);
            }
        }
    });
    EXPECT_EQ(sold, Clients * 5);
    for (const std::string& item : items) {
        EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["quantity"].integer(), 1000 - Clients * 5);
    }
}

TEST_F(Races, AdjustmentsAndSalesKeepQuantityAndValue) {
    const std::string item = goods(100);
    const std::string other = goods(100);
    std::atomic<int> change{0};
    together(Clients, [&](HttpClient& client, int index) {
        for (int round = 0; round < 4; ++round) {
            Answer answer;
            if (index % 4 == 0) {
                answer = client.post(
                    desk.path("/stock/adjustments"),
                    js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':2,"
                       "'unitCost':$4},{'itemId':'$3','quantity':-1}]}",
                       {desk.value("locationId"), item, other, std::to_string(3 + index + round)}));
                change += answer.status == 201 ? 2 : 0;
            } else {
                answer = client.post(desk.path("/sales"), js("{'lines':[{'itemId':'$2','quantity':1},"
                                                             "{'itemId':'$1','quantity':1}]}",
                                                             {item, other}));
                change -= answer.status == 201 ? 1 : 0;
            }
            EXPECT_TRUE(answer.status == 201 || answer.code().rfind("insufficient-stock:", 0) == 0)
                << answer.body;
        }
    });
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["quantity"].integer(), 100 + change);
}

TEST_F(Races, MovementsOfOneWalletFollowEachOther) {
    const std::string wallet =
        made("/wallets", "{'name':'Busy','kind':'cash','openingBalance':50,'allowNegative':false}");
    std::atomic<int> balance{5000};
    together(16, [&](HttpClient& client, int index) {
        for (int round = 0; round < 5; ++round) {
            const bool out = (index + round) % 3 != 0;
            const Answer answer =
                client.post(desk.path("/transactions"), js("{'walletId':'$1','direction':'$2','amount':7}",
                                                           {wallet, out ? "out" : "in"}));
            if (answer.status == 201) {
                balance += out ? -700 : 700;
            } else {
                EXPECT_EQ(answer.code().rfind("insufficient-funds:" + wallet, 0), 0U) << answer.body;
            }
        }
    });
    const Json read = desk.read("/wallets?kind=cash");
    for (const Json& one : read.items()) {
        if (one.textOr("id") == wallet) {
            EXPECT_EQ(one["balance"].integer(), balance);
        }
    }
    EXPECT_GE(balance, 0);
}

TEST_F(Races, ATransactionIsVoidedOnce) {
    const std::string transaction = made("/transactions", "{'walletId':'" + desk.value("cashWalletId") +
                                                              "','direction':'in','amount':5}");
    EXPECT_EQ(outcomes(16,
                       [&](int) {
                           return std::pair("/transactions/" + transaction + "/void",
                                            js("{'reason':'Twice'}"));
                       }),
              (Counts{{"200", 1}, {"400 transaction-voided", 15}}));
}

TEST_F(Races, AWalletIsArchivedOrMovedNotBoth) {
    const std::pair<std::string, std::string> moves[] = {
        {"/transactions", "{'walletId':'$1','direction':'in','amount':5}"},
        {"/sales", "{'paidInFull':true,'walletId':'$1','lines':[{'label':'A','quantity':1,'unitPrice':5}]}"},
        {"/expenses", "{'walletId':'$1','amount':5,'label':'A','category':'rent'}"},
        {"/wallets/transfer", "{'fromWalletId':'$2','toWalletId':'$1','amount':5}"},
        {"/cash-sessions", "{'walletId':'$1','openingAmount':0}"}};
    for (int round = 0; round < 5; ++round) {
        for (const auto& move : moves) {
            const std::string wallet = made("/wallets", "{'name':'Brief','kind':'cash'}");
            std::array<Answer, 2> answers;
            together(2, [&](HttpClient& client, int index) {
                answers[static_cast<std::size_t>(index)] =
                    index == 0 ? client.patch(desk.path("/wallets/" + wallet), js("{'archived':true}"))
                               : client.post(desk.path(move.first),
                                             js(move.second, {wallet, desk.value("cashWalletId")}));
            });
            EXPECT_NE(answers[0].status == 200, answers[1].status == 201)
                << move.first << ' ' << answers[0].body << answers[1].body;
        }
    }
}

TEST_F(Races, TheCreditLimitHolds) {
    const std::string partner = made("/partners", "{'name':'Limited','creditLimit':100}");
    EXPECT_EQ(outcomes(16,
                       [&](int) {
                           return std::pair("/sales",
                                            js("{'partnerId':'$1','lines':[{'label':'A','quantity':1,"
                                               "'unitPrice':30}]}",
                                               {partner}));
                       }),
              (Counts{{"201", 3}, {"400 credit-limit:" + partner + ":1000", 13}}));
}

TEST_F(Races, AnExternalIdIsTakenOnce) {
    const std::string id = unique("race");
    EXPECT_EQ(outcomes(16,
                       [&](int) {
                           return std::pair("/sales",
                                            js("{'externalId':'$1','lines':[{'label':'A','quantity':1,"
                                               "'unitPrice':30}]}",
                                               {id}));
                       }),
              (Counts{{"201", 1}, {"400 already-exists:externalId", 15}}));
}

TEST_F(Races, OneOfManyChangesOfOneVersionWins) {
    const std::string partner = made("/partners", "{'name':'Contested'}");
    std::map<int, int> counts;
    std::mutex mutex;
    together(16, [&](HttpClient& client, int index) {
        const Answer answer =
            client.patch(desk.path("/partners/" + partner),
                         js("{'note':'$1'}", {"by " + std::to_string(index)}), {{"If-Match", "\"1\""}});
        const std::scoped_lock lock(mutex);
        ++counts[answer.status];
    });
    EXPECT_EQ(counts, (std::map<int, int>{{200, 1}, {412, 15}}));
}

TEST_F(Races, ASaleIsRefundedOnceWhateverManyAskFor) {
    const std::string item = goods(Clients);
    const std::string sale =
        made("/sales", "{'paidInFull':true,'lines':[{'itemId':'" + item + "','quantity':8}]}");
    const Json lines = desk.read("/sales/" + sale)["lines"];
    const Counts counts = outcomes(Clients, [&](int) {
        return std::pair("/sales/" + sale + "/refund",
                         js("{'lines':[{'lineId':'$1','quantity':1}]}", {lines[0].textOr("id")}));
    });
    EXPECT_EQ(counts.at("201"), 8);
    EXPECT_EQ(counts.size(), 2U);
    EXPECT_EQ(desk.read("/sales/" + sale).textOr("paymentStatus"), "refunded");
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["quantity"].integer(), Clients);
}

TEST_F(Races, ASaleIsCancelledOrCreditedOnce) {
    const std::string item = goods(2);
    for (const bool credits : {false, true}) {
        const std::string sale = made("/sales", "{'lines':[{'itemId':'" + item + "','quantity':2}]}");
        Counts counts = outcomes(16, [&](int index) {
            return credits && index % 2 == 0 ? std::pair("/sales/" + sale + "/refund", js("{'restock':true}"))
                                             : std::pair("/sales/" + sale + "/cancel", Json::object());
        });
        EXPECT_EQ(counts["200"] + counts["201"], 1);
        EXPECT_EQ(counts["400 sale-not-cancellable"] + counts["400 sale-cancelled"] +
                      counts["400 amount-above-refundable"],
                  15);
        const Json read = desk.read("/sales/" + sale);
        EXPECT_EQ(read["credited"].integer(), 2400);
        EXPECT_EQ(read["balance"].integer(), 0);
        EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["quantity"].integer(), 2);
    }
}

TEST_F(Races, TwoTillsSellDeliverRefundAndCancelAtOnce) {
    const std::string item = goods(200);
    std::vector<std::string> open;
    for (int i = 0; i < 8; ++i) {
        open.push_back(
            made("/sales", "{'deliverLater':true,'lines':[{'itemId':'" + item + "','quantity':2}]}"));
    }
    together(16, [&](HttpClient& client, int index) {
        const std::string& sale = open[static_cast<std::size_t>(index) % open.size()];
        for (int round = 0; round < 6; ++round) {
            const auto post = [&](const std::string& path, const std::string& body) {
                const Answer answer = client.post(desk.path(path), js(body));
                EXPECT_LT(answer.status, 500) << path << answer.body;
            };
            post("/sales", "{'paidInFull':true,'lines':[{'itemId':'" + item + "','quantity':1}]}");
            switch ((index + round) % 4) {
            case 0:
                post("/sales/" + sale + "/deliveries", "{}");
                break;
            case 1:
                post("/sales/" + sale + "/refund", "{'amount':3}");
                break;
            case 2:
                post("/sales/" + sale + "/payments", "{'amount':5}");
                break;
            default:
                post("/sales/" + sale + "/cancel", "{}");
            }
        }
    });
}

TEST_F(Races, TwoTillsSellRefundAndCloseAtOnce) {
    std::vector<std::string> tills;
    for (int i = 0; i < 2; ++i) {
        tills.push_back(
            made("/wallets", "{'name':'Till','kind':'cash','openingBalance':100,'requireSession':true}"));
        made("/cash-sessions", "{'walletId':'" + tills.back() + "','openingAmount':100}");
    }
    std::array<std::atomic<std::int64_t>, 2> taken{};
    std::atomic<int> refunded{0};
    std::atomic<int> closed{0};
    together(16, [&](HttpClient& client, int index) {
        const auto which = static_cast<std::size_t>(index % 2);
        const std::string& till = tills[which];
        const auto allowed = [](const Answer& answer, const std::string& code) {
            EXPECT_TRUE(answer.status < 300 || answer.code().starts_with(code)) << answer.body;
            return answer.status < 300;
        };
        for (int round = 0; round < 5; ++round) {
            const Answer sale = client.post(desk.path("/sales"),
                                            js("{'paidInFull':true,'walletId':'$1','lines':[{'label':'A',"
                                               "'quantity':1,'unitPrice':10}]}",
                                               {till}));
            if (!allowed(sale, "cash-session-required")) {
                continue;
            }
            taken[which] += 1000;
            if (round % 2 == 0) {
                const Answer refund = client.post(desk.path("/sales/" + sale.json.textOr("id") + "/refund"),
                                                  js("{'amount':10,'walletId':'$1'}", {till}));
                if (allowed(refund, "cash-session-required")) {
                    taken[which] -= 1000;
                    ++refunded;
                }
            }
            if (index >= 14) {
                // Counted while the others continue, so there is always some difference.
                const Json sessions =
                    client.get(desk.path("/cash-sessions?status=open&walletId=" + till)).json;
                if (sessions.size() == 1) {
                    const std::string path = "/cash-sessions/" + sessions[0].textOr("id") + "/close";
                    closed += allowed(client.post(desk.path(path), js("{'countedAmount':150}")),
                                      "cash-session-closed")
                                  ? 1
                                  : 0;
                    allowed(client.post(desk.path("/cash-sessions"),
                                        js("{'walletId':'$1','openingAmount':150}", {till})),
                            "cash-session-open:");
                }
            }
        }
    });
    EXPECT_GT(refunded, 0);
    EXPECT_GT(closed, 2);
    for (std::size_t i = 0; i < tills.size(); ++i) {
        std::int64_t differences = 0;
        for (const Json& one : rowsOf(desk.read("/transactions?kind=till_difference&walletId=" + tills[i]))) {
            differences += one["amount"].integer() * (one.textOr("direction") == "in" ? 1 : -1);
        }
        const Json wallets = desk.read("/wallets?kind=cash&limit=500");
        for (const Json& one : wallets.items()) {
            if (one.textOr("id") == tills[i]) {
                EXPECT_EQ(one["balance"].integer(), 10000 + taken[i] + differences);
            }
        }
    }
}

TEST_F(Races, EachFallBelowTheThresholdIsToldOnce) {
    constexpr std::int64_t Threshold = 25;
    const std::string item = made("/items", "{'name':'Watched','price':12,'cost':5,'alertThreshold':25}");
    put(item, 32, 5);
    const auto told = [&] {
        int low = 0;
        for (const Json& event : desk.events()) {
            const bool own = event.textOr("type") == "stock.low" && event.textOr("objectId") == item;
            low += own ? 1 : 0;
        }
        return low;
    };
    told();
    // All sales take the stock below the threshold: only the eighth, whichever it is, causes an event.
    EXPECT_EQ(outcomes(16,
                       [&](int) {
                           return std::pair("/sales", js("{'lines':[{'itemId':'$1','quantity':1}]}", {item}));
                       }),
              (Counts{{"201", 16}}));
    EXPECT_EQ(told(), 1);
    put(item, 10, 5);
    told();
    // Up and down around the threshold: one event for each movement that crosses it downwards, in their
    // order.
    together(16, [&](HttpClient& client, int index) {
        for (int round = 0; round < 4; ++round) {
            const bool sells = (index + round) % 2 == 0;
            const Answer answer =
                sells
                    ? client.post(desk.path("/sales"), js("{'lines':[{'itemId':'$1','quantity':3}]}", {item}))
                    : client.post(desk.path("/stock/adjustments"),
                                  js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                     "'quantity':3}]}",
                                     {desk.value("locationId"), item}));
            EXPECT_TRUE(hasStatus(answer, 201));
        }
    });
    const Json movements = desk.read("/stock/movements?limit=500&itemId=" + item);
    ASSERT_EQ(movements.size(), 1U + 16U + 1U + 64U);
    int falls = 0;
    for (std::size_t i = 0; i < 64; ++i) { // newest first
        const std::int64_t after = movements[i]["quantityAfter"].integer();
        falls += after < Threshold && after - movements[i]["quantity"].integer() >= Threshold ? 1 : 0;
    }
    EXPECT_EQ(told(), falls);
    // Whatever the result was: once more from above the threshold to below it.
    put(item, 100, 5);
    told();
    const std::int64_t sold = movements[0]["quantityAfter"].integer() + 100 - (Threshold - 1);
    made("/sales", "{'lines':[{'itemId':'" + item + "','quantity':" + std::to_string(sold) + "}]}");
    EXPECT_EQ(told(), 1);
}

} // namespace
} // namespace svc::test
