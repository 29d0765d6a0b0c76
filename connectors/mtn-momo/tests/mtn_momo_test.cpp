#include <svc/testing/connector_case.hpp>

#include <regex>

#include "common/faulty_answers.hpp"

namespace svc::mtn_momo::testing {
namespace {

using svc::testing::ConnectorCase;
using svc::testing::HttpStandIn;

class MtnMomo : public ConnectorCase {
protected:
    MtnMomo() : ConnectorCase("mtn-momo", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://proxy.momoapi.mtn.com"},
                                    {"sandboxUrl", "https://sandbox.momodeveloper.mtn.com"}}));
        test.secret("apiUser", "user");
        test.secret("apiKey", "key");
        test.secret("subscriptionKey", "subscription");
        test.secret("environment", "mtnbenin");
        test.secret("token", "T1");
        test.secret("tokenUntil", "2100-01-01T00:00:00.000Z");
    }
    static Json push(const std::string& key = "k-1") {
        Json input = order(5000, "XOF");
        input.set("key", key);
        input.set("phone", "+2290197123456");
        return input;
    }
    static Json request(const std::string& status, const Json& reason = nullptr) {
        return Json::object({{"amount", "5000"},
                             {"currency", "XOF"},
                             {"financialTransactionId", "363440463"},
                             {"status", status},
                             {"reason", reason}});
    }
    const std::string requests = "/collection/v1_0/requesttopay";
};

TEST_F(MtnMomo, AsksAPhone) {
    test.http("POST", requests).answers(202, "");
    const Json answer = run("push_to_phone", push());
    const std::string reference = answer["reference"].text();
    EXPECT_TRUE(std::regex_match(
        reference, std::regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")))
        << reference;
    const Json body = checkedBody("POST /v1_0/requesttopay", 0);
    EXPECT_EQ(body["amount"].text(), "5000");
    EXPECT_EQ(body["payer"].dump(), R"({"partyIdType":"MSISDN","partyId":"2290197123456"})");
    EXPECT_EQ(test.requests()[0].header("X-Reference-Id"), reference);
    EXPECT_EQ(test.requests()[0].header("X-Target-Environment"), "mtnbenin");
    EXPECT_EQ(test.requests()[0].header("Ocp-Apim-Subscription-Key"), "subscription");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer T1");
}

TEST_F(MtnMomo, AsksOnceHoweverOftenItIsRepeated) {
    test.http("POST", requests)
        .answers(202, "")
        .answers(409, R"({"code":"RESOURCE_ALREADY_EXIST"})")
        .answers(202, "");
    const std::string first = run("push_to_phone", push())["reference"].text();
    test.secret("apiKey", "another");
    EXPECT_EQ(run("push_to_phone", push())["reference"].text(), first);
    EXPECT_NE(run("push_to_phone", push("k-2"))["reference"].text(), first);
}

TEST_F(MtnMomo, ReadsWhatBecameOfARequest) {
    Json other = request("SUCCESSFUL");
    other.set("amount", "50");
    other.set("currency", "EUR");
    test.http("GET", requests + "/r-1")
        .answers(200, request("PENDING"))
        .answers(200, request("SUCCESSFUL"))
        .answers(200, request("FAILED", Json::object({{"code", "NOT_ENOUGH_FUNDS"}})))
        .answers(200, request("FAILED", Json::object({{"code", "EXPIRED"}})))
        .answers(200, request("FAILED", "EXPIRED"))
        .answers(404, R"({"code":"RESOURCE_NOT_FOUND"})")
        .answers(200, other);
    for (const char* expected :
         {R"({"state":"pending"})",
          R"({"state":"paid","amount":5000,"currency":"XOF","paymentId":"363440463"})",
          R"({"state":"failed","error":"NOT_ENOUGH_FUNDS"})", R"({"state":"expired"})",
          R"({"state":"expired"})", R"({"state":"absent"})",
          R"({"state":"paid","amount":5000,"currency":"EUR","paymentId":"363440463"})"}) {
        EXPECT_EQ(stateOf("r-1").dump(), expected);
    }
}

TEST_F(MtnMomo, TheSandboxMovesPlayMoney) {
    test.secret("environment", "sandbox");
    test.http("GET", requests + "/r-1").answers(200, request("SUCCESSFUL"));
    EXPECT_EQ(stateOf("r-1").dump(),
              R"({"state":"paid","amount":5000,"currency":"XOF","paymentId":"363440463","playMoney":true})");
}

TEST_F(MtnMomo, TellsWhatWentWrong) {
    test.http("POST", "/collection/token/")
        .answers(401, R"({"error":"invalid_client"})")
        .answers(200, Json::object({{"access_token", "N"}, {"expires_in", 3600}}));
    const std::vector<std::pair<int, std::string>> answers = {
        {400, "provider-refused:INVALID_CURRENCY"},
        {401, "integration-credentials-invalid:invalid_client"},
        {404, "provider-refused:INVALID_CURRENCY"},
        {429, "integration-unreachable:http-429"},
        {500, "provider-refused:INVALID_CURRENCY"}};
    HttpStandIn& asked = test.http("POST", requests);
    for (const auto& [status, expected] : answers) {
        asked.answers(status, R"({"code":"INVALID_CURRENCY"})");
    }
    asked.answers(500, R"({"code":"INTERNAL_PROCESSING_ERROR"})").fails("timeout");
    for (const auto& [status, expected] : answers) {
        EXPECT_EQ(refusal("push_to_phone", push()), expected) << status;
    }
    EXPECT_EQ(refusal("push_to_phone", push()), "integration-unreachable:http-500") << "it may pass";
    EXPECT_EQ(refusal("push_to_phone", push()), "integration-unreachable:timeout");
}

TEST_F(MtnMomo, KeepsItsTokenUntilItEnds) {
    test.secret("tokenUntil", "2000-01-01T00:00:00.000Z");
    test.http("POST", "/collection/token/")
        .answers(200, Json::object({{"access_token", "T2"}, {"expires_in", 3600}}));
    test.http("GET", requests + "/r-1").answers(200, request("PENDING")).answers(200, request("PENDING"));
    stateOf("r-1");
    stateOf("r-1");
    ASSERT_EQ(test.requests().size(), 3U) << "one token for both";
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Basic " + base64Encode("user:key"));
    EXPECT_EQ(test.requests()[2].header("Authorization"), "Bearer T2");
}

TEST_F(MtnMomo, AnAccountThatIsRefusedLeavesTheOneThatWorks) {
    const auto input = [](const std::string& environment) {
        return Json::object({{"credentials", Json::object({{"apiUser", "new"},
                                                           {"apiKey", "k"},
                                                           {"subscriptionKey", "s"},
                                                           {"environment", environment}})}});
    };
    EXPECT_EQ(refusal("connect", input("moon")), "integration-credentials-invalid");
    test.http("POST", "/collection/token/")
        .answers(401, R"({"error":"login_failed"})")
        .answers(200, Json::object({{"access_token", "T2"}}))
        .answers(200, Json::object({{"access_token", "T3"}}))
        .answers(401, R"({"error":"login_failed"})");
    EXPECT_EQ(refusal("connect", input("sandbox")), "integration-credentials-invalid:login_failed");
    EXPECT_EQ(test.secrets().at("apiUser"), "user");
    run("connect", input("sandbox"));
    EXPECT_EQ(test.secrets().at("apiUser"), "new");
    EXPECT_EQ(test.requests().back().url, "https://sandbox.momodeveloper.mtn.com/collection/token/");
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(run("test")["error"].text(), "login_failed");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(MtnMomo, TellsEveryClassOfRefusal) {
    test.http("POST", "/collection/token/").answers(200, R"({"access_token":"N","expires_in":3600})");
    connector::testing::expectEachClass(test.http("POST", requests),
                                        [&] { return refusal("push_to_phone", push()); },
                                        {.error = R"({"code":"INTERNAL_PROCESSING_ERROR"})",
                                         .code = "INTERNAL_PROCESSING_ERROR",
                                         .other = {{409, "none"}},
                                         .reads = false}); // 409: requested already
}

TEST_F(MtnMomo, SurvivesWhatNoProviderShouldAnswer) {
    Json input = push();
    input.set("reference", "r-1");
    connector::testing::expectFaultyAnswers(
        test.http("GET", requests + "/r-1"), request("SUCCESSFUL").dump(),
        [&] { return refusal("payment_state", input); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::mtn_momo::testing
