// What is asked for again while nobody knows what became of the first request.
#include <gtest/gtest.h>

#include "provider_test.hpp"

namespace svc::integrations::testing {
namespace {

using std::string;

/// A provider of payment links that is asked again. `known` is what it tells of an attempt whose answer was
/// lost.
class Repeats : public ProviderTest {
protected:
    Repeats() : ProviderTest("pay", described("hold")) {
        test.offer("host.sent", [this](const Json&) {
            const Json call = Json::object({{"method", "POST"},
                                            {"path", "/links"},
                                            {"status", 429},
                                            {"error", nullptr},
                                            {"durationMs", 1},
                                            {"retryAfter", retryAfter}});
            return Json::object({{"requestId", "req"}, {"calls", Json::array({call})}});
        });
        test.offerOutside("connector.pay.payment_link", [this](const Json& input) {
            keys.push_back(input.textOr("key"));
            if (!refusal.empty()) {
                throw ApiError(400, refusal);
            }
            return page("r" + std::to_string(keys.size()));
        });
        test.offerOutside("connector.pay.payment_state", [this](const Json&) {
            ++looks;
            return known;
        });
        test.offer("sales.get", [](const Json&) { return saleRecord(); });
        connect();
    }

    static Json described(const string& lost) {
        return Json::object({{"kind", "payment"},
                             {"auth", "none"},
                             {"capabilities", Json::array({"payment-link"})},
                             {"lost", Json::object({{"payment_link", lost}})}});
    }
    static Json page(const string& reference) {
        return Json::object(
            {{"reference", reference}, {"url", "https://pay.example/" + reference}, {"expiresAt", nullptr}});
    }
    /// What the connector can do about a lost answer.
    void lost(const string& way) {
        test.offer("connector.pay.describe", [way](const Json&) { return described(way); });
    }
    /// The address of the link, or the code of the refusal.
    string link() {
        const auto answer =
            test.post("createPaymentLink", Json::object(), {{"kind", "sale"}, {"id", "sal_1"}});
        return answer.status == 201 ? answer.json().textOr("url") : answer.code + answer.fault;
    }
    /// Where a visitor of the public page is sent, or the code of the refusal.
    string pay() {
        const auto sent = test.get("payPublicDocument", {{"documentKind", "sale"}, {"documentId", "sal_1"}});
        return sent.status == 302 ? sent.header("Location") : sent.code + sent.fault;
    }
    /// State and error of each attempt.
    std::vector<string> attempts() {
        std::vector<string> found;
        for (const auto& row : test.database()
                                   .run("SELECT state || ' ' || coalesce(error, '-')"
                                        " FROM integrations.attempt ORDER BY number")
                                   .rows) {
            found.push_back(row.at(0).value());
        }
        return found;
    }
    void loseAnswer() {
        refusal = "integration-unreachable:timeout";
        EXPECT_EQ(link(), refusal);
        refusal.clear();
    }

    string refusal;
    Json retryAfter;
    Json known = Json::object({{"state", "absent"}});
    std::vector<string> keys; ///< of each call for a link
    int looks = 0;
};

const string Lost = "integration-unreachable:answer-lost";

TEST_F(Repeats, AreNotSentToAProviderThatCannotTell) {
    loseAnswer();
    EXPECT_EQ(link(), Lost);
    EXPECT_EQ(pay(), Lost) << "a visitor neither";
    EXPECT_EQ(keys.size(), 1U);
    EXPECT_EQ(attempts(), std::vector<string>{"called integration-unreachable:timeout"});
    runLast("resume");
    EXPECT_EQ(attempts(), std::vector<string>{"held answer-lost"});
    EXPECT_EQ(link(), "https://pay.example/r2") << "a person has been told";
}

TEST_F(Repeats, FindWhatTheFirstRequestHasLeft) {
    lost("read");
    loseAnswer();
    known = page("r1").set("state", "pending");
    EXPECT_EQ(link(), "https://pay.example/r1");
    EXPECT_EQ(pay(), "https://pay.example/r1");
    EXPECT_EQ(keys.size(), 1U);
    EXPECT_EQ(looks, 1);
    EXPECT_EQ(attempts(), std::vector<string>{"done -"});
}

TEST_F(Repeats, LeaveItToTheJobToSendWhatTheProviderDoesNotKnow) {
    lost("read");
    loseAnswer();
    EXPECT_EQ(link(), Lost) << "the first request may still be on its way";
    EXPECT_EQ(keys.size(), 1U);
    runLast("resume");
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys[0], keys[1]);
    EXPECT_EQ(attempts(), std::vector<string>{"done -"});
}

TEST_F(Repeats, AreSentWithTheSameKey) {
    lost("repeat");
    loseAnswer();
    EXPECT_EQ(link(), "https://pay.example/r2");
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys[0], keys[1]);
    EXPECT_EQ(attempts(), std::vector<string>{"done -"});
}

TEST_F(Repeats, OfAnotherAmountAreAnotherRequest) {
    loseAnswer();
    const auto part =
        test.post("createPaymentLink", Json::object({{"amount", 20}}), {{"kind", "sale"}, {"id", "sal_1"}});
    EXPECT_EQ(part.status, 201) << part.code << part.fault;
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_NE(keys[0], keys[1]);
}

TEST_F(Repeats, SendWhatWasNotSent) {
    refusal = "integration-unreachable:http-429";
    retryAfter = "600";
    const auto other =
        test.post("createPaymentLink", Json::object({{"amount", 20}}), {{"kind", "sale"}, {"id", "sal_1"}});
    EXPECT_EQ(other.code, refusal) << "now the provider asks to wait";
    const string waiting = "integration-unreachable:retry-after";
    EXPECT_EQ(link(), waiting);
    EXPECT_EQ(link(), waiting);
    EXPECT_EQ(keys.size(), 1U);
    EXPECT_EQ(attempts(), (std::vector<string>{"called " + refusal, "planned " + waiting}));
    refusal.clear();
    runLast("resume");
    ASSERT_TRUE(test.jobEnd().again);
    test.situation().now = test.jobEnd().again->due;
    test.job("resume", test.jobEnd().again->payload);
    EXPECT_EQ(keys.size(), 2U);
    EXPECT_EQ(attempts().at(1), "done -");
}

TEST_F(Repeats, SendNothingWhenTheAccountIsNotConnectedAnyMore) {
    refusal = "integration-unreachable:http-429";
    retryAfter = "600";
    EXPECT_EQ(link(), refusal);
    const auto part =
        test.post("createPaymentLink", Json::object({{"amount", 20}}), {{"kind", "sale"}, {"id", "sal_1"}});
    EXPECT_EQ(part.code, "integration-unreachable:retry-after");
    EXPECT_EQ(test.remove("disconnectIntegration", {{"provider", "pay"}}).status, 204);
    runLast("resume");
    EXPECT_EQ(keys.size(), 1U);
    EXPECT_EQ(attempts().at(1), "held integration-not-connected");
}

} // namespace
} // namespace svc::integrations::testing
