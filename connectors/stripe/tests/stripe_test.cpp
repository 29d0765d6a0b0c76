#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include <svc/connector.hpp>
#include <svc/testing/plugin_test.hpp>

#include "common/faulty_answers.hpp"

namespace svc::stripe::testing {
namespace {

Json dataOf(const std::string& file) {
    std::ifstream stream(std::string(SVC_TEST_DATA) + '/' + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return Json::parse(text.str());
}

class Stripe : public ::testing::Test {
protected:
    Stripe() : test(SVC_PLUGIN_FOLDER) {
        test.settings(Json::object({{"baseUrl", "https://api.stripe.com"}}));
        test.secret("secretKey", "sk_live_1");
        test.secret("webhook", "whsec_test_secret");
    }

    /// An order of 120.00 for a sale that can be paid for an hour.
    static Json order(std::int64_t amount = 12000, const std::string& currency = "EUR",
                      const Json& expiresAt = Json("2026-11-20T10:00:00.000Z")) {
        return Json::object(
            {{"key", "k-1"},
             {"amount", amount},
             {"currency", currency},
             {"company", "Café"},
             {"document", Json::object({{"kind", "sale"}, {"id", "sal_1"}, {"number", "F-7"}})},
             {"hookUrl", "https://svc.example/hooks/stripe/com_1/t"},
             {"settings", Json::object()},
             {"returnUrl", "https://shop.example/back"},
             {"plannedAt", "2026-11-20T09:00:00.000Z"},
             {"expiresAt", expiresAt}});
    }
    static Json session(const std::string& status, const std::string& paid) {
        return Json::object({{"id", "cs_1"},
                             {"url", "https://checkout.stripe.com/c/cs_1"},
                             {"expires_at", 1795168800},
                             {"status", status},
                             {"payment_status", paid},
                             {"payment_intent", "pi_1"},
                             {"amount_total", 12000}});
    }
    Json state(const std::string& reference = "cs_1") {
        Json input = order();
        input.set("reference", reference);
        return test.command("connector.stripe.payment_state", input);
    }
    std::string refusal(const std::string& verb, const Json& input) {
        try {
            test.command("connector.stripe." + verb, input);
        } catch (const ApiError& error) {
            return std::string(error.code());
        }
        return "none";
    }
    /// The fields of the last form, checked against the published contract.
    std::map<std::string, std::string> form(const std::string& operation) {
        const Json contract = dataOf("contract.json")["operations"][operation];
        std::set<std::string> known;
        for (const Json& field : contract["fields"].items()) {
            known.insert(field.text());
        }
        std::map<std::string, std::string> fields;
        const std::string body = test.requests().back().body;
        for (const std::string_view part : split(body, '&')) {
            const std::size_t equals = part.find('=');
            const std::string name(part.substr(0, equals));
            EXPECT_TRUE(known.count(name.substr(0, name.find("%5B"))) == 1) << name;
            fields.emplace(name, part.substr(equals + 1));
        }
        for (const Json& required : contract["required"].items()) {
            const auto begins = [&](const auto& field) { return field.first.starts_with(required.text()); };
            EXPECT_TRUE(std::any_of(fields.begin(), fields.end(), begins)) << required.text();
        }
        return fields;
    }

    svc::testing::PluginTest test;
};

TEST_F(Stripe, MakesASessionForWhatIsPaidWithinADay) {
    test.http("POST", "/v1/checkout/sessions").answers(200, session("open", "unpaid"));
    EXPECT_EQ(test.command("connector.stripe.payment_link", order()).dump(),
              R"({"reference":"cs_1","url":"https://checkout.stripe.com/c/cs_1",)"
              R"("expiresAt":"2026-11-20T10:00:00.000Z"})");
    const auto fields = form("/v1/checkout/sessions");
    EXPECT_EQ(fields.at("line_items%5B0%5D%5Bprice_data%5D%5Bunit_amount%5D"), "12000");
    EXPECT_EQ(fields.at("line_items%5B0%5D%5Bprice_data%5D%5Bcurrency%5D"), "eur");
    EXPECT_EQ(fields.at("client_reference_id"), "sal_1");
    EXPECT_EQ(fields.at("expires_at"), "1795168800");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer sk_live_1");
    EXPECT_EQ(test.requests()[0].header("Idempotency-Key"), "k-1");
    EXPECT_EQ(test.requests()[0].header("Stripe-Version"), "2023-08-16");
}

TEST_F(Stripe, MakesALinkForWhatIsPaidLater) {
    test.http("POST", "/v1/prices").answers(200, Json::object({{"id", "price_1"}}));
    test.http("POST", "/v1/payment_links")
        .answers(200, Json::object({{"id", "plink_1"}, {"url", "https://buy.stripe.com/1"}}));
    EXPECT_EQ(test.command("connector.stripe.payment_link", order(5000, "XOF", nullptr)).dump(),
              R"({"reference":"plink_1","url":"https://buy.stripe.com/1","expiresAt":null})");
    EXPECT_EQ(form("/v1/payment_links").at("line_items%5B0%5D%5Bprice%5D"), "price_1");
    EXPECT_EQ(test.requests()[0].body,
              "currency=xof&unit_amount=5000&product_data%5Bname%5D=Caf%C3%A9%20F-7");
    EXPECT_EQ(test.requests()[0].header("Idempotency-Key"), "k-1-price");
    EXPECT_EQ(test.requests()[1].header("Idempotency-Key"), "k-1");
}

TEST_F(Stripe, MakesALinkForLessThanASessionMayBeOpen) {
    test.http("POST", "/v1/prices").answers(200, Json::object({{"id", "price_1"}}));
    test.http("POST", "/v1/payment_links")
        .answers(200, Json::object({{"id", "plink_1"}, {"url", "https://buy.stripe.com/1"}}));
    test.http("POST", "/v1/checkout/sessions").answers(200, session("open", "unpaid"));
    const auto madeUntil = [&](const char* end) {
        return test.command("connector.stripe.payment_link", order(12000, "EUR", end)).textOr("reference");
    };
    EXPECT_EQ(madeUntil("2026-11-20T09:10:00.000Z"), "plink_1");
    EXPECT_EQ(madeUntil("2026-11-20T09:39:59.000Z"), "plink_1");
    EXPECT_EQ(madeUntil("2026-11-20T09:40:00.000Z"), "cs_1");
    EXPECT_EQ(madeUntil("2026-11-21T08:00:00.000Z"), "cs_1");
    EXPECT_EQ(madeUntil("2026-11-21T08:00:01.000Z"), "plink_1");
}

TEST_F(Stripe, MakesALinkForAPayerWhoGoesNowhereAfterwards) {
    test.http("POST", "/v1/prices").answers(200, Json::object({{"id", "price_1"}}));
    test.http("POST", "/v1/payment_links")
        .answers(200, Json::object({{"id", "plink_1"}, {"url", "https://buy.stripe.com/1"}}));
    Json input = order();
    input.set("returnUrl", "");
    EXPECT_EQ(test.command("connector.stripe.payment_link", input).dump(),
              R"({"reference":"plink_1","url":"https://buy.stripe.com/1",)"
              R"("expiresAt":"2026-11-20T10:00:00.000Z"})");
    EXPECT_EQ(form("/v1/payment_links").count("after_completion%5Btype%5D"), 0U);
}

TEST_F(Stripe, CountsInTheSmallestUnitOfEachCurrency) {
    test.http("POST", "/v1/checkout/sessions").answers(200, session("open", "unpaid"));
    const auto sent = [&](std::int64_t minor, const std::string& currency) {
        test.command("connector.stripe.payment_link", order(minor, currency));
        return form("/v1/checkout/sessions").at("line_items%5B0%5D%5Bprice_data%5D%5Bunit_amount%5D");
    };
    EXPECT_EQ(sent(1, "EUR"), "1");
    EXPECT_EQ(sent(5000, "XOF"), "5000");
    EXPECT_EQ(sent(5000, "XAF"), "5000");
    EXPECT_EQ(sent(1230, "TND"), "1230");
    EXPECT_EQ(sent(700, "ISK"), "70000");
    EXPECT_EQ(sent(700, "MGA"), "7");
    EXPECT_EQ(refusal("payment_link", order(1234, "TND")), "provider-refused:amount");
    EXPECT_EQ(refusal("payment_link", order(701, "MGA")), "provider-refused:amount");
    EXPECT_EQ(refusal("payment_link", order(100'000'000'000, "EUR")), "provider-refused:amount");
}

TEST_F(Stripe, ATestKeyMovesPlayMoney) {
    Json paid = session("complete", "paid");
    test.http("GET", "/v1/checkout/sessions/cs_1").answers(200, paid.set("payment_intent", nullptr));
    for (const char* key : {"sk_test_1", "rk_test_1"}) {
        test.secret("secretKey", key);
        EXPECT_EQ(state().dump(),
                  R"({"state":"paid","amount":12000,"currency":"EUR","paymentId":"cs_1","playMoney":true})");
    }
    test.secret("secretKey", "rk_live_1");
    EXPECT_FALSE(state().contains("playMoney"));
}

TEST_F(Stripe, ReadsTheStateOfAPayment) {
    test.http("GET", "/v1/checkout/sessions/cs_1")
        .answers(200, session("open", "unpaid"))
        .answers(200, session("complete", "paid"))
        .answers(200, session("complete", "paid"))
        .answers(200, session("complete", "unpaid"))
        .answers(200, session("complete", "unpaid"))
        .answers(200, session("expired", "unpaid"));
    test.http("GET", "/v1/payment_intents/pi_1")
        .answers(200, Json::parse(R"({"status":"succeeded","latest_charge":
            {"amount_refunded":3000,"balance_transaction":{"fee":205,"currency":"eur"}}})"))
        .answers(200, Json::parse(R"({"status":"succeeded","latest_charge":"ch_1"})"))
        .answers(200, Json::parse(R"({"status":"processing"})"))
        .answers(200, Json::parse(R"({"status":"requires_payment_method",
            "last_payment_error":{"code":"card_declined"}})"));
    const std::string paid = R"({"state":"paid","amount":12000,"currency":"EUR","paymentId":"pi_1")";
    for (const std::string& expected :
         {std::string(R"({"state":"pending"})"), paid + R"(,"refunded":3000,"fee":205,"feeCurrency":"EUR"})",
          paid + '}', std::string(R"({"state":"pending","processing":true})"),
          std::string(R"({"state":"failed","error":"card_declined"})"),
          std::string(R"({"state":"expired"})")}) {
        EXPECT_EQ(state().dump(), expected);
    }
}

TEST_F(Stripe, TellsTheCurrencyInWhichItWasPaid) {
    Json paid = session("complete", "paid");
    paid.set("currency", "mga");
    Json unknown = paid;
    unknown.set("currency", "points");
    test.http("GET", "/v1/checkout/sessions/cs_1").answers(200, paid).answers(200, unknown);
    test.http("GET", "/v1/payment_intents/pi_1").answers(200, Json::parse(R"({"latest_charge":"ch_1"})"));
    EXPECT_EQ(state().dump(), R"({"state":"paid","amount":1200000,"currency":"MGA","paymentId":"pi_1"})");
    EXPECT_THROW(state(), ApiError) << "not known here";
}

TEST_F(Stripe, ALinkIsPaidByTheFirstSessionThatIsAndClosed) {
    test.http("GET", "/v1/checkout/sessions")
        .answers(200,
                 Json::object(
                     {{"data", Json::array({session("expired", "unpaid"), session("complete", "paid")})}}));
    test.http("GET", "/v1/payment_intents/pi_1").answers(200, Json::parse(R"({"latest_charge":"ch_1"})"));
    test.http("POST", "/v1/payment_links/plink_1").answers(200, Json::object({{"id", "plink_1"}}));
    EXPECT_EQ(state("plink_1").textOr("state"), "paid");
    EXPECT_EQ(form("/v1/payment_links/{payment_link}").at("active"), "false");
}

TEST_F(Stripe, ALinkThatWasPaidTwiceTellsBothPayments) {
    test.http("GET", "/v1/checkout/sessions")
        .answers(200,
                 Json::object(
                     {{"data", Json::array({session("complete", "paid"),
                                            session("complete", "paid").set("payment_intent", "pi_0")})}}));
    test.http("GET", "/v1/payment_intents/pi_1")
        .answers(200, Json::parse(R"({"latest_charge":{"amount_refunded":700}})"));
    test.http("GET", "/v1/payment_intents/pi_0").answers(200, Json::parse(R"({"latest_charge":"ch_0"})"));
    test.http("POST", "/v1/payment_links/plink_1").answers(200, Json::object({{"id", "plink_1"}}));
    const Json told = state("plink_1");
    EXPECT_EQ(told.textOr("paymentId"), "pi_0") << "the first one";
    ASSERT_EQ(told["others"].size(), 1U);
    EXPECT_EQ(told["others"][0].textOr("paymentId"), "pi_1");
    EXPECT_EQ(told["others"][0]["amount"].integer(), 12000);
    EXPECT_EQ(told["others"][0]["refunded"].integer(), 700);
}

TEST_F(Stripe, TellsWhatWentWrong) {
    const std::string error = R"({"error":{"type":"invalid_request_error","code":"amount_too_small"}})";
    svc::testing::HttpStandIn& asked = test.http("POST", "/v1/checkout/sessions");
    const std::vector<std::pair<int, std::string>> answers = {
        {400, "provider-refused:amount_too_small"},
        {401, "integration-credentials-invalid:amount_too_small"},
        {403, "integration-credentials-invalid:amount_too_small"},
        {404, "provider-refused:amount_too_small"},
        {409, "provider-refused:amount_too_small"},
        {422, "provider-refused:amount_too_small"},
        {429, "integration-unreachable:http-429"},
        {500, "integration-unreachable:http-500"},
        {302, "provider-refused:amount_too_small"}};
    for (const auto& [status, code] : answers) {
        asked.answers(status, error);
    }
    asked.fails("timeout").answers(200, R"({"id":"cs_1","ur)").answers(200, "<html>").answers(404, "<html>");
    for (const auto& [status, code] : answers) {
        EXPECT_EQ(refusal("payment_link", order()), code) << status;
    }
    for (const char* code : {"integration-unreachable:timeout", "integration-unreachable:answer-unreadable",
                             "integration-unreachable:answer-unreadable", "provider-refused:http-404"}) {
        EXPECT_EQ(refusal("payment_link", order()), code);
    }
}

TEST_F(Stripe, IsConnectedByAKeyThatItKnowsAndRegistersItsAddress) {
    const auto input = [](const std::string& key) {
        return Json::object({{"credentials", Json::object({{"secretKey", key}})},
                             {"hookUrl", "https://erp.example/hooks/stripe/com_1/t"}});
    };
    EXPECT_EQ(refusal("connect", input("pk_test_1")), "integration-credentials-invalid");
    test.http("GET", "/v1/account")
        .answers(401, R"({"error":{"type":"invalid_request_error"}})")
        .answers(200, Json::parse(R"({"id":"acct_1","business_profile":{"name":"Café"}})"));
    EXPECT_EQ(refusal("connect", input("sk_live_2")),
              "integration-credentials-invalid:invalid_request_error");
    EXPECT_EQ(test.secrets().at("secretKey"), "sk_live_1") << "the one that works is kept";
    test.http("POST", "/v1/webhook_endpoints")
        .answers(200, Json::object({{"id", "we_1"}, {"secret", "whsec_1"}}));
    EXPECT_EQ(test.command("connector.stripe.connect", input("sk_live_2")).dump(),
              R"({"account":{"id":"acct_1","name":"Café"}})");
    EXPECT_EQ(form("/v1/webhook_endpoints").at("enabled_events%5B0%5D"), "checkout.session.completed");
    EXPECT_EQ(test.secrets().at("webhook"), "whsec_1");
    test.http("POST", "/v1/webhook_endpoints") = {};
    test.http("POST", "/v1/webhook_endpoints")
        .answers(200, Json::object({{"id", "we_2"}, {"secret", "whsec_2"}}));
    test.http("DELETE", "/v1/webhook_endpoints/we_1").answers(200, Json::object({{"deleted", true}}));
    test.command("connector.stripe.connect", input("sk_live_3"));
    EXPECT_EQ(test.requests().back().path(), "/v1/webhook_endpoints/we_1") << "its secret is gone";
    EXPECT_EQ(test.requests().back().header("Authorization"), "Bearer sk_live_3");
    EXPECT_EQ(test.secrets().at("webhookEndpoint"), "we_2");
    test.http("DELETE", "/v1/webhook_endpoints/we_2").answers(200, Json::object({{"deleted", true}}));
    test.command("connector.stripe.disconnect");
    EXPECT_EQ(test.requests().back().path(), "/v1/webhook_endpoints/we_2");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Stripe, EndsTheWebhookOfTheConnectionBefore) {
    test.secret("webhookEndpoint", "we_0");
    test.http("GET", "/v1/account").answers(200, Json::object({{"id", "acct_1"}}));
    test.http("POST", "/v1/webhook_endpoints")
        .answers(200, Json::object({{"id", "we_1"}, {"secret", "whsec_1"}}));
    test.http("DELETE", "/v1/webhook_endpoints/we_0").answers(200, Json::object({{"deleted", true}}));
    test.command("connector.stripe.connect",
                 Json::object({{"credentials", Json::object({{"secretKey", "sk_live_2"}})},
                               {"hookUrl", "https://erp.example/hooks/stripe/com_1/t"}}));
    EXPECT_EQ(test.requests().back().method, "DELETE");
    EXPECT_EQ(test.requests().back().header("Authorization"), "Bearer sk_live_2")
        << "the earlier key may be revoked";
    EXPECT_EQ(test.secrets().at("webhookEndpoint"), "we_1");
}

TEST_F(Stripe, BelievesOnlyCallsWithItsSignature) {
    const Json data = dataOf("signatures.json");
    const auto called = [](const Json& vector) {
        return Json::object({{"headers", Json::object({{"Stripe-Signature", vector["header"]}})},
                             {"body", base64Encode(vector["body"].text())}});
    };
    const auto at = [&](const Json& vector) {
        test.situation().now = Instant(vector["t"].integer() * Instant::Second);
    };
    for (const Json& vector : data["vectors"].items()) {
        at(vector);
        EXPECT_EQ(test.command("connector.stripe.hook", called(vector)).dump(),
                  R"({"id":"evt_1","about":"payment","reference":"cs_test_a1","named":"cs_test_a1"})");
        test.situation().now = test.situation().now + 301 * Instant::Second;
        EXPECT_EQ(refusal("hook", called(vector)), "signature-invalid") << "it is too old";
    }
    for (const Json& vector : data["refused"].items()) {
        at(vector);
        EXPECT_EQ(refusal("hook", called(vector)), "signature-invalid") << vector["header"].text();
    }
}

TEST_F(Stripe, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        test.http("POST", "/v1/checkout/sessions"), session("open", "unpaid").dump(),
        [&] { return refusal("payment_link", order()); }, [&] { return test.secrets(); });
}

TEST_F(Stripe, IsTriedByItsBalance) {
    test.http("GET", "/v1/balance").answers(200, Json::object({{"object", "balance"}})).fails("tls");
    EXPECT_TRUE(test.command("connector.stripe.test")["ok"].boolean());
    EXPECT_EQ(test.command("connector.stripe.test")["error"].text(), "tls");
}

} // namespace
} // namespace svc::stripe::testing
