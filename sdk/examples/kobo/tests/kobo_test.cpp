#include <svc/testing/connector_case.hpp>

namespace {

using namespace svc;

class Kobo : public svc::testing::ConnectorCase {
protected:
    Kobo() : ConnectorCase("kobo", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.kobo.example"}}));
        test.secret("apiKey", "key-1");
        test.secret("webhook", "secret-1");
    }
    static Json payment(const std::string& status, const std::string& amount = "5000") {
        return Json::object({{"id", "pay-1"}, {"status", status}, {"amount", amount}, {"currency", "XOF"}});
    }
};

TEST_F(Kobo, MakesAPageOfPayment) {
    test.http("POST", "/v1/payments")
        .answers(201, R"({"id":"pay-1","page_url":"https://kobo.example/p/pay-1"})");
    EXPECT_EQ(run("payment_link", order(12000, "EUR")).dump(),
              R"({"reference":"pay-1","url":"https://kobo.example/p/pay-1","expiresAt":null})");
    EXPECT_EQ(checkedBody("POST /v1/payments", 0)["amount"].text(), "120.00");
    EXPECT_EQ(test.requests()[0].header("Idempotency-Key"), "k-1");
}

TEST_F(Kobo, ReadsTheStateOfAPayment) {
    test.http("GET", "/v1/payments/pay-1")
        .answers(200, payment("open"))
        .answers(200, payment("paid"))
        .answers(200, payment("refused"))
        .answers(404, R"({"error":{"code":"no-such-payment"}})")
        .answers(200, payment("paid", "0.5"));
    for (const char* expected :
         {R"({"state":"pending"})", R"({"state":"paid","amount":5000,"currency":"XOF","paymentId":"pay-1"})",
          R"({"state":"failed"})", R"({"state":"absent"})"}) {
        EXPECT_EQ(stateOf("pay-1").dump(), expected);
    }
    EXPECT_THROW(stateOf("pay-1"), ApiError) << "half a franc";
}

TEST_F(Kobo, TellsWhatWentWrong) {
    expectEachRefusal(test.http("POST", "/v1/payments"), order(5000, "XOF"),
                      R"({"error":{"code":"label-too-long"}})", "label-too-long");
}

TEST_F(Kobo, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const Json input = Json::object({{"credentials", Json::object({{"apiKey", "key-2"}})}});
    test.http("GET", "/v1/account").answers(401, "{}").answers(200, R"({"id":"acc-1","name":"Cafe"})");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid");
    EXPECT_EQ(test.secrets().at("apiKey"), "key-1");
    EXPECT_EQ(run("connect", input)["account"]["id"].text(), "acc-1");
    EXPECT_EQ(test.secrets().at("apiKey"), "key-2");
}

TEST_F(Kobo, BelievesOnlyCallsWithItsSignature) {
    const std::string body = R"({"id":"evt-1","payment":"pay-1"})";
    // printf '%s' "$body" | openssl dgst -sha256 -hmac secret-1
    const std::string signature = "07244e0352c2d18e890f3276e7730aa3b0d55b12b3780dbb6de759322cbe2c7b";
    EXPECT_EQ(run("hook", called("Kobo-Signature", signature, body)).dump(),
              R"({"id":"evt-1","about":"payment","reference":"pay-1"})");
    EXPECT_EQ(refusal("hook", called("Kobo-Signature", signature, body + ' ')), "signature-invalid");
    EXPECT_EQ(refusal("hook", called("Kobo-Signature", "", body)), "signature-invalid");
}

} // namespace
