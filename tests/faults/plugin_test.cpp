// A plugin that takes too long, in its own code or in the database, and a clock that jumps.
#include <atomic>
#include <thread>

#include "support/checks.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

class BadPlugin : public ::testing::Test {
protected:
    static ServiceOptions options() {
        ServiceOptions options;
        options.plugins.push_back("probe");
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.server = "requestSeconds: 6, drainSeconds: 1";
        return options;
    }
    Answer act(const std::string& action, const std::string& name, const std::string& sql = {}) {
        Json body = Json::object({{"action", action}, {"name", name}});
        if (!sql.empty()) {
            body.set("sql", Json(sql));
        }
        return service_.live().post(service_.company("/probe"), body);
    }
    /// Other requests are served while `count` requests of the plugin run.
    void expectOthersAreServedWhile(int count, const std::function<void()>& request) {
        std::atomic<int> running{count};
        std::vector<std::thread> threads;
        for (int i = 0; i < count; ++i) {
            threads.emplace_back([&] {
                request();
                --running;
            });
        }
        HttpClient client = service_.live();
        int served = 0;
        while (running > 0) {
            const auto began = Clock::now();
            EXPECT_TRUE(hasStatus(client.get(service_.company("/sales?limit=1")), 200));
            EXPECT_LT(Clock::now() - began, seconds(5));
            ++served;
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        EXPECT_GT(served, 3);
    }

    RunningService service_{options()};
};

TEST_F(BadPlugin, ThatComputesForLongHoldsNobodyElse) {
    expectOthersAreServedWhile(2, [this] { EXPECT_TRUE(hasStatus(act("spin", "4000"), 200)); });
}

TEST_F(BadPlugin, WhoseStatementNeverEndsIsEndedByTheDeadlineOfTheRequest) {
    const auto began = Clock::now();
    expectOthersAreServedWhile(3, [this] {
        const Answer answer = act("attack", "query", "SELECT 'late' FROM pg_sleep(600)");
        EXPECT_TRUE(isRefusal(answer, 503, "deadline-exceeded"));
        EXPECT_EQ(answer.header("retry-after"), "60");
    });
    EXPECT_LT(Clock::now() - began, seconds(9)) << "six, and a second of tolerance";
    EXPECT_TRUE(hasStatus(act("add", "afterwards"), 200));
    expectInvariants(service_);
}

TEST_F(BadPlugin, WhichComputesBeyondTheDeadlineKeepsNothing) {
    const Answer answer = act("spin", "7000");
    EXPECT_TRUE(isRefusal(answer, 503, "deadline-exceeded"));
}

TEST_F(BadPlugin, ThatDoesNotEndIsCutOffAtTheEndOfDraining) {
    std::vector<std::thread> requests;
    requests.emplace_back([this] { EXPECT_THROW(act("spin", "60000"), std::exception); });
    requests.emplace_back([this] { EXPECT_THROW(act("sleep", "30"), std::exception); });
    std::this_thread::sleep_for(seconds(1));
    const auto began = Clock::now();
    EXPECT_EQ(service_.stop(), 4);
    EXPECT_LT(Clock::now() - began, seconds(5)) << "drainSeconds: 1, and two of margin";
    for (std::thread& request : requests) {
        request.join();
    }
    service_.start();
    EXPECT_TRUE(hasStatus(act("add", "afterwards"), 200));
}

TEST_F(BadPlugin, ThatThrowsOrAnswersRubbishLeavesNothingBehind) {
    for (const char* action :
         {"throw-exception", "throw-int", "rubbish", "status", "header", "wrong-event"}) {
        const Answer answer = act(action, "bad");
        EXPECT_TRUE(isRefusal(answer, 500, "internal-error")) << action;
    }
    EXPECT_TRUE(isRefusal(act("refuse", "bad"), 400, "probe-refused"));
    EXPECT_TRUE(isRefusal(act("wrong-kind", "bad"), 400, "field-invalid:name"));
    EXPECT_TRUE(service_.sql("SELECT 1 FROM probe.thing WHERE name = 'bad'").empty());
    expectInvariants(service_);
}

TEST_F(BadPlugin, ThatAnswersWithHeadersOfTheHostIsAFault) {
    for (const char* name :
         {"Content-Length", "transfer-encoding", "Connection", "X-Request-Id", "X Blank"}) {
        EXPECT_TRUE(isRefusal(act("host-header", name), 500, "internal-error")) << name;
    }
    EXPECT_TRUE(hasStatus(act("host-header", "X-Probe"), 200));
}

TEST_F(BadPlugin, ThatTakesNumbersOfAnotherOneLeavesNoGap) {
    EXPECT_TRUE(isRefusal(act("foreign-number", "bad"), 500, "internal-error"));
    EXPECT_TRUE(isRefusal(act("undeclared-number", "bad"), 500, "internal-error"));
    EXPECT_TRUE(hasStatus(act("number", "own"), 200));
    expectInvariants(service_);
}

TEST_F(BadPlugin, AClockThatJumpsAYearRunsEachScheduleOnceAndKeepsTheJournalWhole) {
    const auto hourly = [this] {
        return std::stoi(service_.sql("SELECT count(*) FROM probe.mark WHERE text LIKE 'hourly%'").front());
    };
    for (int i = 0; i < 200 && hourly() < 1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ASSERT_EQ(hourly(), 1);
    HttpClient client = service_.live();
    for (const char* jump : {"PT36H", "P40D", "P365D"}) {
        const int before = hourly();
        ASSERT_TRUE(hasStatus(client.post("/testing/clock", Json::object({{"advance", jump}})), 200));
        EXPECT_EQ(hourly(), before + 1) << "what was missed is not run again and again after " << jump;
        EXPECT_TRUE(hasStatus(client.post(service_.company("/sales"), smallSale()), 201));
        expectInvariants(service_);
    }
    // Rows of the new days are in their own partitions.
    EXPECT_EQ(service_.sql("SELECT count(*) FROM svc.event_default").front(), "0");
}

} // namespace
} // namespace svc::test
