#include <svc/testing/connector_case.hpp>

namespace svc::stripe::testing {
namespace {

using svc::testing::ConnectorCase;
using svc::testing::HttpStandIn;

/// The state of a payment link, which is that of the sessions of its visitors.
class StripeLinks : public ConnectorCase {
protected:
    StripeLinks() : ConnectorCase("stripe", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.stripe.com"}}));
        test.secret("secretKey", "sk_live_1");
        test.http("POST", "/v1/payment_links/plink_1").answers(200, Json::object({{"id", "plink_1"}}));
        test.http("GET", "/v1/payment_intents/pi_1")
            .answers(200, Json::parse(R"({"status":"succeeded","latest_charge":"ch_1"})"));
    }
    HttpStandIn& sessions() { return test.http("GET", "/v1/checkout/sessions"); }
    HttpStandIn& session(const std::string& id) { return test.http("GET", "/v1/checkout/sessions/" + id); }
    static std::string record(const std::string& id, const std::string& status, const std::string& paid,
                              const std::string& link = "plink_1") {
        return R"({"id":")" + id + R"(","status":")" + status + R"(","payment_status":")" + paid +
               R"(","payment_intent":"pi_1","amount_total":12000,"currency":"eur","payment_link":")" + link +
               R"("})";
    }
    static std::string list(const std::string& data, bool more = false) {
        return R"({"data":[)" + data + R"(],"has_more":)" + (more ? "true" : "false") + "}";
    }
    /// The state of the link; `named`: what the call of Stripe names.
    Json state(const Json& named = nullptr, const Json& expiresAt = nullptr) {
        Json input = order(12000, "EUR");
        input.set("reference", "plink_1").set("expiresAt", expiresAt);
        if (named.isString()) {
            input.set("named", named);
        }
        return run("payment_state", input);
    }
    bool isClosed() {
        const auto sent = test.requests().back();
        return sent.method == "POST" && sent.path() == "/v1/payment_links/plink_1";
    }

    const std::string paid = R"({"state":"paid","amount":12000,"currency":"EUR","paymentId":"pi_1"})";
    const std::string pending = R"({"state":"pending"})";
    const std::string processing = R"({"state":"pending","processing":true})";
};

TEST_F(StripeLinks, AreSearchedOnAllPagesOfTheirSessions) {
    sessions()
        .answers(200,
                 list(record("cs_3", "open", "unpaid") + ',' + record("cs_2", "expired", "unpaid"), true))
        .answers(200, list(record("cs_1", "complete", "paid")));
    EXPECT_EQ(state().dump(), paid);
    EXPECT_EQ(query(0), "limit=100&payment_link=plink_1");
    EXPECT_EQ(query(1), "limit=100&payment_link=plink_1&starting_after=cs_2");
    EXPECT_TRUE(isClosed());
}

TEST_F(StripeLinks, AreNotTakenForUnpaidWhenTheListHasNoEnd) {
    sessions().answers(200, list(record("cs_1", "open", "unpaid"), true));
    Json input = order(12000, "EUR");
    input.set("reference", "plink_1");
    EXPECT_EQ(refusal("payment_state", input), "integration-unreachable:too-many-sessions");
}

TEST_F(StripeLinks, AreReadByTheSessionThatIsNamed) {
    session("cs_7").answers(200, record("cs_7", "complete", "paid"));
    EXPECT_EQ(state("cs_7").dump(), paid);
    EXPECT_EQ(test.requests()[0].path(), "/v1/checkout/sessions/cs_7");
    EXPECT_TRUE(isClosed());

    const std::size_t before = test.requests().size();
    session("cs_8").answers(200, record("cs_8", "expired", "unpaid"));
    EXPECT_EQ(state("cs_8").dump(), pending) << "other visitors may still pay";
    EXPECT_EQ(test.requests().size(), before + 1) << "one call";
}

TEST_F(StripeLinks, AreReadByTheMoneyThatIsNamed) {
    test.http("GET", "/v1/payment_intents/pi_1") = {};
    test.http("GET", "/v1/payment_intents/pi_1")
        .answers(200, Json::parse(R"({"status":"succeeded","latest_charge":{"amount_refunded":500}})"));
    sessions().answers(200, list(record("cs_7", "complete", "paid")));
    EXPECT_EQ(state("pi_1")["refunded"].integer(), 500);
    EXPECT_EQ(query(0), "limit=100&payment_intent=pi_1");
}

TEST_F(StripeLinks, DoNotBelieveSessionsOfOthers) {
    session("cs_9").answers(200, record("cs_9", "complete", "paid", "plink_2"));
    sessions().answers(200, list(record("cs_1", "open", "unpaid")));
    EXPECT_EQ(state("cs_9").dump(), pending);
}

TEST_F(StripeLinks, StayPendingWhileMoneyIsOnItsWay) {
    test.http("GET", "/v1/payment_intents/pi_1") = {};
    test.http("GET", "/v1/payment_intents/pi_1").answers(200, Json::parse(R"({"status":"processing"})"));
    const std::string debit = record("cs_2", "complete", "unpaid");
    session("cs_2").answers(200, debit);
    sessions().answers(200, list(record("cs_3", "open", "unpaid") + ',' + debit));
    const Json over = "2026-11-20T08:00:00.000Z";
    EXPECT_EQ(state("cs_2").dump(), processing);
    EXPECT_EQ(state().dump(), processing);
    EXPECT_EQ(state(nullptr, over).dump(), processing) << "the time limit is over, the money is not refused";
    EXPECT_TRUE(isClosed()) << "nobody else can pay";
    session("cs_3").answers(200, record("cs_3", "expired", "unpaid"));
    EXPECT_EQ(state("cs_3", over).dump(), processing);

    sessions() = {};
    sessions().answers(200, list(record("cs_3", "expired", "unpaid")));
    EXPECT_EQ(state(nullptr, over).dump(), R"({"state":"expired"})");
}

} // namespace
} // namespace svc::stripe::testing
