#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::wave::testing {
namespace {

using svc::testing::ConnectorCase;

class Wave : public ConnectorCase {
protected:
    Wave() : ConnectorCase("wave", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.wave.com"}}));
        test.secret("apiKey", "wave_sn_prod_1");
        test.secret("webhook", "whsec_1");
    }
    static Json session(const std::string& checkout, const std::string& payment) {
        return Json::object({{"id", "cos-1"},
                             {"amount", "5000"},
                             {"currency", "XOF"},
                             {"checkout_status", checkout},
                             {"payment_status", payment},
                             {"wave_launch_url", "https://pay.wave.com/c/cos-1"},
                             {"transaction_id", payment == "succeeded" ? Json("TRG7") : Json(nullptr)},
                             {"when_expires", "2026-11-20T09:30:00Z"}});
    }
};

TEST_F(Wave, MakesAPageOfPayment) {
    test.http("POST", "/v1/checkout/sessions").answers(200, session("open", "processing"));
    EXPECT_EQ(run("payment_link", order(5000, "XOF")).dump(),
              R"({"reference":"cos-1","url":"https://pay.wave.com/c/cos-1",)"
              R"("expiresAt":"2026-11-20T09:30:00.000Z"})");
    const Json body = checkedBody("POST /v1/checkout/sessions", 0);
    EXPECT_EQ(body["amount"].text(), "5000");
    EXPECT_EQ(body["currency"].text(), "XOF");
    EXPECT_EQ(body["client_reference"].text(), "sal_1");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer wave_sn_prod_1");
    EXPECT_EQ(test.requests()[0].header("Idempotency-Key"), "k-1");
}

TEST_F(Wave, LeavesTheCurrenciesThatItDoesNotTakeToOthers) {
    EXPECT_EQ(run("describe")["currencies"].dump(), R"(["GMD","SLE","UGX","XAF","XOF"])");
}

TEST_F(Wave, MakesAPageThatOnePhoneCanPay) {
    test.http("POST", "/v1/checkout/sessions").answers(200, session("open", "processing"));
    Json input = order(5000, "XOF");
    input.set("phone", "+221770000000");
    EXPECT_EQ(run("push_to_phone", input).textOr("url"), "https://pay.wave.com/c/cos-1");
    const Json body = checkedBody("POST /v1/checkout/sessions", 0);
    EXPECT_EQ(body["restrict_payer_mobile"].text(), "+221770000000");
    EXPECT_EQ(body["amount"].text(), "5000");
    EXPECT_EQ(test.requests()[0].header("Idempotency-Key"), "k-1");
}

TEST_F(Wave, WritesAmountsInMajorUnits) {
    svc::testing::HttpStandIn& asked = test.http("POST", "/v1/checkout/sessions");
    const std::vector<std::tuple<std::int64_t, std::string, std::string>> amounts = {
        {12000, "EUR", "120.00"}, {5000, "XOF", "5000"}, {1, "XAF", "1"}, {1999, "USD", "19.99"}};
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        asked.answers(200, session("open", "processing"));
    }
    std::size_t request = 0;
    for (const auto& [minor, currency, text] : amounts) {
        run("payment_link", order(minor, currency));
        EXPECT_EQ(checkedBody("POST /v1/checkout/sessions", request++)["amount"].text(), text);
    }
}

TEST_F(Wave, ReadsTheStateOfAPayment) {
    Json cancelled = session("complete", "cancelled");
    cancelled.set("last_payment_error", Json::object({{"code", "insufficient-funds"}}));
    Json unreadable = session("complete", "succeeded");
    unreadable.set("amount", "5000.5");
    Json other = session("complete", "succeeded");
    other.set("currency", "GNF");
    test.http("GET", "/v1/checkout/sessions/cos-1")
        .answers(200, session("open", "processing"))
        .answers(200, session("complete", "succeeded"))
        .answers(200, cancelled)
        .answers(200, session("expired", "cancelled"))
        .answers(404, R"({"code":"checkout-session-not-found"})")
        .answers(200, other)
        .answers(200, unreadable);
    for (const char* expected :
         {R"({"state":"pending"})", R"({"state":"paid","amount":5000,"currency":"XOF","paymentId":"TRG7"})",
          R"({"state":"failed","error":"insufficient-funds"})", R"({"state":"expired"})",
          R"({"state":"absent"})", R"({"state":"paid","amount":5000,"currency":"GNF","paymentId":"TRG7"})"}) {
        EXPECT_EQ(stateOf("cos-1").dump(), expected);
    }
    EXPECT_THROW(stateOf("cos-1"), ApiError) << "half a franc";
}

TEST_F(Wave, TellsWhatWentWrong) {
    expectEachRefusal(test.http("POST", "/v1/checkout/sessions"), order(5000, "XOF"),
                      R"({"code":"request-validation-error","message":"Request invalid"})",
                      "request-validation-error");
}

TEST_F(Wave, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const auto input = [](const std::string& key) {
        return Json::object({{"credentials", Json::object({{"apiKey", key}, {"webhookSecret", "whsec_2"}})}});
    };
    EXPECT_EQ(refusal("connect", input("sk_1")), "integration-credentials-invalid");
    test.http("GET", "/v1/balance")
        .answers(401, R"({"code":"no-matching-api-key"})")
        .answers(200, Json::object({{"amount", "0"}}))
        .answers(200, Json::object({{"amount", "0"}}))
        .fails("tls");
    EXPECT_EQ(refusal("connect", input("wave_sn_prod_2")),
              "integration-credentials-invalid:no-matching-api-key");
    EXPECT_EQ(test.secrets().at("apiKey"), "wave_sn_prod_1");
    EXPECT_EQ(run("connect", input("wave_sn_prod_2")).dump(),
              R"({"account":{"id":"4a21e319f7350532755d5edf5f038bf9","name":null}})")
        << "always the same, and not the key";
    EXPECT_EQ(test.secrets().at("apiKey"), "wave_sn_prod_2");
    EXPECT_EQ(test.secrets().at("webhook"), "whsec_2");
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(run("test")["error"].text(), "tls");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Wave, BelievesOnlyCallsWithItsSignature) {
    const Json vector = dataOf("signatures.json");
    const std::string header = vector["header"].text();
    const std::string body = vector["body"].text();
    test.situation().now = Instant(vector["t"].integer() * Instant::Second);
    EXPECT_EQ(run("hook", called("Wave-Signature", header, body)).dump(),
              R"({"id":"AE_1","about":"payment","reference":"cos-1"})");
    EXPECT_EQ(refusal("hook", called("Wave-Signature", header, body + ' ')), "signature-invalid");
    EXPECT_EQ(refusal("hook", called("Wave-Signature", header.substr(0, header.size() - 1), body)),
              "signature-invalid");
    EXPECT_EQ(refusal("hook", called("Wave-Signature", "", body)), "signature-invalid");
    test.situation().now = test.situation().now + 301 * Instant::Second;
    EXPECT_EQ(refusal("hook", called("Wave-Signature", header, body)), "signature-invalid")
        << "it is too old";
}

TEST_F(Wave, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        test.http("POST", "/v1/checkout/sessions"), session("open", "processing").dump(),
        [&] { return refusal("payment_link", order(5000, "XOF")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::wave::testing
