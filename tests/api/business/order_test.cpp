// Records that many clients write at once are read in the order in which they were written.
#include <gtest/gtest.h>

#include "api/business/together.hpp"

namespace svc::test {
namespace {

class Order : public ::testing::Test {
protected:
    Desk desk{sharedService()};
};

TEST_F(Order, TheListOfAWalletFollowsItsBalance) {
    const std::string wallet = desk.make("/wallets", js("{'name':'Race','kind':'cash'}")).textOr("id");
    together(desk.newKey(), 12, [&](HttpClient& client, int index) {
        const Json sale = js("{'lines':[{'label':'Tea','quantity':1,'unitPrice':$1}],"
                             "'payments':[{'walletId':'$2','amount':$1}]}",
                             {std::to_string(index + 1), wallet});
        for (int i = 0; i < 5; ++i) {
            EXPECT_TRUE(hasStatus(client.post(desk.path("/sales"), sale), 201));
        }
    });
    const Json newest = desk.read("/transactions?kind=all&limit=500&walletId=" + wallet);
    ASSERT_EQ(newest.size(), 60U);
    std::int64_t balance = newest[0]["balanceAfter"].integer();
    for (const Json& one : newest.items()) {
        EXPECT_EQ(one["balanceAfter"].integer(), balance);
        balance -= one["amount"].integer();
    }
    EXPECT_EQ(balance, 0);
    const Json oldest = desk.read("/transactions?kind=all&limit=1&sort=date&walletId=" + wallet);
    EXPECT_EQ(oldest[0]["id"], newest[59]["id"]);
}

TEST_F(Order, TheInstantsOfEventsGiveTheirOrder) {
    const Json sale =
        desk.make("/sales", js("{'lines':[{'label':'Machine','quantity':1,'unitPrice':1000}]}"));
    desk.events();
    together(desk.newKey(), 16, [&](HttpClient& client, int) {
        for (int round = 0; round < 4; ++round) {
            EXPECT_TRUE(hasStatus(
                client.post(desk.path("/sales/" + sale.textOr("id") + "/payments"), js("{'amount':1}")),
                201));
        }
    });
    std::string last;
    std::int64_t balance = sale["total"].integer();
    for (const Json& event : desk.events()) {
        EXPECT_LE(last, event.textOr("createdAt")) << event.textOr("id");
        last = event.textOr("createdAt");
        if (event.textOr("type") == "invoice.partially_paid") {
            balance -= 100;
            EXPECT_EQ(event["data"]["balance"]["amount"].integer(), balance);
        }
    }
    EXPECT_EQ(balance, sale["total"].integer() - 16 * 4 * 100);
}

} // namespace
} // namespace svc::test
