// After the answer that sets the lock date, no entry dated on or before it can be added to the books, and
// after the one that sets the beginning of fiscal years, each entry is in the year that it says.
#include <atomic>
#include <chrono>

#include "api/business/together.hpp"
#include "api/reports/owner.hpp"

namespace svc::test {
namespace {

TEST(LockDate, RefusesAPostingThatBeganBeforeItWasSet) {
    Desk desk(sharedService(), "Serrure", "FR");
    const std::string year = std::to_string(std::stoi(desk.today().substr(0, 4)) - 1);
    const Json sale =
        js("{'date':'" + year + "-12-31','lines':[{'label':'Work','quantity':1,'unitPrice':10}]}");
    desk.make("/sales", sale);
    Owner owner(desk.service(), desk.value("companyId"));
    owner.run("BEGIN");
    owner.run("SELECT last FROM ledger.entry_number WHERE fiscal_year = " + year + " FOR UPDATE");
    Answer posted;
    HttpClient client = desk.service().client(desk.newKey());
    std::thread poster([&] { posted = client.post(desk.path("/sales"), sale); });
    owner.awaitWaiting(); // the sale has passed all checks and waits for its number
    desk.change("", js("{'lockDate':'" + year + "-12-31'}"));
    owner.run("COMMIT");
    poster.join();
    EXPECT_TRUE(isRefusal(posted, 400, "date-locked:" + year + "-12-31"));
    EXPECT_EQ(desk.read("/sales").size(), 1U);
    expectInvariants(sharedService());
}

TEST(YearStart, ThatIsChangedWhileTheFirstEntryWaitsCountsForIt) {
    Desk desk(sharedService(), "Exercice", "FR");
    const int year = std::stoi(desk.today().substr(0, 4)) - 1;
    Owner owner(desk.service(), desk.value("companyId"));
    owner.run("BEGIN");
    owner.run("SELECT 1 FROM treasury.wallet_balance FOR UPDATE");
    Answer posted;
    HttpClient client = desk.service().client(desk.newKey());
    std::thread poster([&] {
        posted = client.post(desk.path("/transactions"),
                             js("{'walletId':'$1','direction':'in','amount':5,'date':'$2-06-30'}",
                                {desk.value("cashWalletId"), std::to_string(year)}));
    });
    owner.awaitWaiting();
    desk.change("", js("{'accounting':{'fiscalYearStart':'07-01'}}"));
    owner.run("COMMIT");
    poster.join();
    ASSERT_TRUE(hasStatus(posted, 201));
    EXPECT_EQ(owner.run("SELECT string_agg(fiscal_year::text, ' ') FROM ledger.entry"),
              std::to_string(year - 1))
        << "June is in the year that began in July";
    EXPECT_TRUE(isRefusal(desk.patch("", js("{'accounting':{'fiscalYearStart':'01-01'}}")), 400,
                          "field-invalid:accounting.fiscalYearStart"));
    expectInvariants(sharedService());
}

TEST(LockDate, LeavesTheBooksUpToItAsTheyAreHoweverManyPostAtOnce) {
    Desk desk(sharedService(), "Course", "PT");
    const std::string year = std::to_string(std::stoi(desk.today().substr(0, 4)) - 1);
    const std::string key = desk.newKey();
    const std::string ledger = "/reports/exports/ledger?from=" + year + "-01-01&to=" + year + "-12-31";
    constexpr int Clients = 9;
    constexpr int Rounds = 6;
    std::atomic<int> kept = 0;
    std::atomic<int> late = 0;
    for (int round = 1; round <= Rounds; ++round) {
        const std::string day = year + "-0" + std::to_string(round) + "-15";
        std::string before;
        together(key, Clients, [&](HttpClient& client, int index) {
            if (index == 0) {
                std::this_thread::sleep_for(std::chrono::milliseconds(40 * round));
                const Answer answer = client.patch(desk.path(""), js("{'lockDate':'" + day + "'}"));
                EXPECT_EQ(answer.status, 200) << answer.body;
                before = client.get(desk.path(ledger)).body;
                return;
            }
            for (bool open = true; open;) {
                const Answer answer = client.post(
                    desk.path("/sales"),
                    js("{'date':'" + day + "','lines':[{'label':'Work','quantity':1,'unitPrice':10}]}"));
                open = answer.status == 201;
                EXPECT_TRUE(open || answer.code() == "date-locked:" + day) << answer.body;
                ++(open ? kept : late);
            }
        });
        EXPECT_TRUE(desk.get(ledger).body == before) << "the books changed after " << day << " was locked";
    }
    EXPECT_GT(kept, Rounds);
    EXPECT_EQ(late, Rounds * (Clients - 1));
    expectInvariants(sharedService());
}

TEST(LockDate, OpensTheBooksAgainWhenItIsTakenBack) {
    Desk desk(sharedService(), "Retour", "FI");
    const std::string year = std::to_string(std::stoi(desk.today().substr(0, 4)) - 1);
    const Json sale =
        js("{'date':'" + year + "-12-31','lines':[{'label':'Work','quantity':1,'unitPrice':10}]}");
    desk.change("", js("{'lockDate':'" + year + "-12-31'}"));
    EXPECT_TRUE(isRefusal(desk.post("/sales", sale), 400, "date-locked:" + year + "-12-31"));
    EXPECT_EQ(desk.owner().patch(desk.path(""), js("{'lockDate':null}")).status, 200);
    desk.make("/sales", sale);
}

} // namespace
} // namespace svc::test
