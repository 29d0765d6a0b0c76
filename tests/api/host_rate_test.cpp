// 600 requests a minute for a live key, 60 for a test key, counted over the last 60 seconds.
#include "support/checks.hpp"

namespace svc::test {
namespace {

class Rate : public ::testing::Test {
protected:
    RunningService& service = sharedService();

    static int number(const Answer& answer, const char* name) {
        const std::string text = answer.header(name);
        return text.empty() ? -1 : std::stoi(text);
    }
    void advance(const std::string& duration) {
        ASSERT_TRUE(hasStatus(
            service.anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
};

TEST_F(Rate, ATestKeyHasSixtyRequestsAMinute) {
    HttpClient tester = service.client(makeKey(service, {"sales:view"}, "test"));
    for (int i = 1; i <= 60; ++i) {
        const Answer answer = tester.get(service.company("/sales?limit=1"));
        ASSERT_TRUE(hasStatus(answer, 200));
        EXPECT_EQ(number(answer, "ratelimit-limit"), 60);
        EXPECT_EQ(number(answer, "ratelimit-remaining"), 60 - i);
    }
    const Answer refused = tester.get(service.company("/sales?limit=1"));
    EXPECT_TRUE(isRefusal(refused, 429, "too-many-requests"));
    EXPECT_EQ(number(refused, "ratelimit-remaining"), 0);
    const int wait = number(refused, "retry-after");
    EXPECT_GE(wait, 1);
    EXPECT_LE(wait, 60);
    EXPECT_EQ(number(refused, "ratelimit-reset"), wait);
    // Refused requests are not counted, so the wait does not grow.
    EXPECT_LE(number(tester.get(service.company()), "retry-after"), wait);
    advance("PT" + std::to_string(wait) + "S");
    EXPECT_EQ(tester.get(service.company("/sales?limit=1")).status, 200);
}

TEST_F(Rate, TheWaitEndsWhenTheOldestRequestIsAMinuteOld) {
    HttpClient tester = service.client(makeKey(service, {"sales:view"}, "test"));
    tester.get(service.company());
    advance("PT40S");
    for (int i = 0; i < 59; ++i) {
        tester.get(service.company());
    }
    const Answer refused = tester.get(service.company());
    ASSERT_TRUE(isRefusal(refused, 429, "too-many-requests"));
    const int wait = number(refused, "retry-after");
    EXPECT_GE(wait, 10);
    EXPECT_LE(wait, 20);
    advance("PT" + std::to_string(wait) + "S");
    EXPECT_EQ(tester.get(service.company()).status, 200) << "one fits again";
    EXPECT_EQ(tester.get(service.company()).status, 429) << "and no more";
}

TEST_F(Rate, ALiveKeyHasSixHundredAndEachKeyItsOwn) {
    HttpClient one = service.client(makeKey(service, {"sales:view"}));
    HttpClient two = service.client(makeKey(service, {"sales:view"}));
    EXPECT_EQ(number(one.get(service.company()), "ratelimit-remaining"), 599);
    EXPECT_EQ(number(one.get(service.company("/sales/unknown")), "ratelimit-remaining"), 598)
        << "refusals count too";
    EXPECT_EQ(number(two.get(service.company()), "ratelimit-remaining"), 599);
    EXPECT_EQ(number(two.get(service.company()), "ratelimit-limit"), 600);
}

TEST_F(Rate, ASessionHasSixHundredPerPerson) {
    HttpClient owner = service.owner();
    const Answer first = owner.get("/auth/me");
    HttpClient again = service.owner();
    EXPECT_EQ(number(first, "ratelimit-limit"), 600);
    EXPECT_EQ(number(again.get("/auth/me"), "ratelimit-remaining"), number(first, "ratelimit-remaining") - 1);
}

} // namespace
} // namespace svc::test
