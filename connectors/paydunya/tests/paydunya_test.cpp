#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::paydunya::testing {
namespace {

using svc::testing::ConnectorCase;

class PayDunya : public ConnectorCase {
protected:
    PayDunya() : ConnectorCase("paydunya", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://app.paydunya.com/api/v1"},
                                    {"sandboxUrl", "https://app.paydunya.com/sandbox-api/v1"}}));
        test.secret("masterKey", "test_master_key");
        test.secret("privateKey", "live_private");
        test.secret("token", "tok");
    }
    static Json asked(std::int64_t minor, const std::string& currency) {
        Json input = order(minor, currency);
        input.set("hookUrl", "https://api.example/hooks/paydunya/com_1/t");
        return input;
    }
    svc::testing::HttpStandIn& invoices() { return test.http("POST", "/api/v1/checkout-invoice/create"); }
    svc::testing::HttpStandIn& states() { return test.http("GET", "/api/v1/checkout-invoice/confirm/t_1"); }
};

TEST_F(PayDunya, MakesAnInvoiceWithItsPage) {
    invoices().answers(200, R"({"response_code":"00","token":"t_1",)"
                            R"("response_text":"https://app.paydunya.com/checkout/invoice/t_1"})");
    EXPECT_EQ(
        run("payment_link", asked(5000, "XOF")).dump(),
        R"({"reference":"t_1","url":"https://app.paydunya.com/checkout/invoice/t_1","expiresAt":null})");
    const Json body = checkedBody("POST /api/v1/checkout-invoice/create", 0);
    EXPECT_EQ(body["invoice"]["total_amount"].integer(), 5000);
    EXPECT_EQ(body["store"]["name"].text(), "Café");
    EXPECT_EQ(body["actions"]["callback_url"].text(), "https://api.example/hooks/paydunya/com_1/t");
    EXPECT_EQ(test.requests()[0].header("PAYDUNYA-PRIVATE-KEY"), "live_private");
    EXPECT_EQ(refusal("payment_link", asked(5000, "XAF")), "provider-refused:currency");
    EXPECT_EQ(refusal("payment_link", asked(199, "XOF")), "provider-refused:amount");
}

TEST_F(PayDunya, KeysForTestsAskThePlatformForTests) {
    test.secret("privateKey", "test_private");
    test.http("POST", "/sandbox-api/v1/checkout-invoice/create")
        .answers(200, R"({"response_code":"00","token":"t_1","response_text":"https://x"})");
    EXPECT_EQ(run("payment_link", asked(200, "XOF"))["reference"].text(), "t_1");
    test.http("GET", "/sandbox-api/v1/checkout-invoice/confirm/t_1")
        .answers(200, R"({"response_code":"00","status":"completed","invoice":{"total_amount":200}})");
    EXPECT_EQ(stateOf("t_1").dump(), R"({"state":"paid","amount":200,"paymentId":"t_1","playMoney":true})");
}

TEST_F(PayDunya, ReadsTheStateOfAnInvoice) {
    const std::vector<std::pair<std::string, std::string>> told = {
        {"completed", R"({"state":"paid","amount":5000,"paymentId":"t_1"})"},
        {"cancelled", R"({"state":"failed","error":"cancelled"})"},
        {"failed", R"({"state":"failed","error":"failed"})"},
        {"pending", R"({"state":"pending"})"}};
    for (const auto& [status, expected] : told) {
        states().answers(
            200, Json::object({{"response_code", "00"},
                               {"status", status},
                               {"invoice", Json::object({{"token", "t_1"}, {"total_amount", 5000}})}}));
    }
    states().answers(404, "").answers(200, R"({"response_code":"42"})");
    for (const auto& [status, expected] : told) {
        EXPECT_EQ(stateOf("t_1").dump(), expected) << status;
    }
    EXPECT_EQ(stateOf("t_1").textOr("state"), "absent");
    EXPECT_THROW(stateOf("t_1"), ApiError);
}

TEST_F(PayDunya, TellsWhatWentWrong) {
    expectEachRefusal(invoices(), asked(5000, "XOF"), R"({"response_code":"42","response_text":"Bad"})",
                      "42");
}

TEST_F(PayDunya, UnderstandsRefusalsThatComeWithSuccess) {
    invoices().answers(200, R"({"response_code":"42"})").answers(200, R"({"response_code":"1001"})");
    EXPECT_EQ(refusal("payment_link", asked(5000, "XOF")), "provider-refused:42");
    EXPECT_EQ(refusal("payment_link", asked(5000, "XOF")), "integration-credentials-invalid:1001");
}

TEST_F(PayDunya, KeysThatAreRefusedLeaveThoseThatWork) {
    const Json input = Json::object(
        {{"credentials", Json::object({{"masterKey", "m"}, {"privateKey", "live_new"}, {"token", "t"}})}});
    test.http("GET", "/api/v1/checkout-invoice/confirm/connection")
        .answers(200, R"({"response_code":"1001","response_text":"Invalid Masterkey Specified"})")
        .answers(503, "")
        .answers(404, R"({"response_code":"42"})")
        .answers(200, R"({"response_code":"42"})")
        .answers(401, "")
        .answers(200, R"({"response_code":"1001","response_text":"Invalid Masterkey Specified"})");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid:1001:Invalid Masterkey Specified");
    EXPECT_EQ(refusal("connect", input), "integration-unreachable:http-503");
    EXPECT_EQ(test.secrets().at("masterKey"), "test_master_key");
    EXPECT_EQ(run("connect", input).dump(),
              R"({"account":{"id":"a5a1f0edb0883be155e7331a8e5778c5","name":null}})");
    EXPECT_EQ(test.secrets().at("privateKey"), "live_new");
    EXPECT_TRUE(run("test")["ok"].boolean());
    const Json refused = run("test");
    EXPECT_FALSE(refused["ok"].boolean());
    EXPECT_EQ(refused["error"].text(), "http-401");
    EXPECT_EQ(refusal("test", Json::object()),
              "integration-credentials-invalid:1001:Invalid Masterkey Specified")
        << "it expires";
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(PayDunya, IsTheSameAccountWithOtherKeysOfIt) {
    const auto account = [&](const std::string& masterKey, const std::string& privateKey) {
        const Json keys =
            Json::object({{"masterKey", masterKey}, {"privateKey", privateKey}, {"token", privateKey}});
        return run("connect", Json::object({{"credentials", keys}}))["account"]["id"].text();
    };
    for (const char* platform : {"/api/v1", "/sandbox-api/v1"}) {
        test.http("GET", std::string(platform) + "/checkout-invoice/confirm/connection")
            .answers(200, R"({"response_code":"42"})");
    }
    const std::string first = account("m", "live_1");
    EXPECT_EQ(account("m", "live_2"), first);
    EXPECT_NE(account("n", "live_1"), first);
    EXPECT_EQ(account("m", "test_1"), "sandbox-" + first);
}

TEST_F(PayDunya, TakesCallsOfThoseWhoKnowTheMasterKey) {
    const std::string hash = dataOf("signatures.json")["hash"].text();
    const std::string body =
        "data%5Bhash%5D=" + hash + "&data%5Binvoice%5D%5Btoken%5D=t_1&data[status]=completed";
    const Json told = run("hook", called("x", "", body));
    EXPECT_EQ(told["about"].text(), "payment");
    EXPECT_EQ(told["reference"].text(), "t_1");
    for (const std::string& wrong : {std::string(), "data%5Bhash%5D=" + hash.substr(1), std::string("%5"),
                                     "data[hash]=" + hash + "&data[invoice][token]=%FF"}) {
        EXPECT_EQ(refusal("hook", called("x", "", wrong)), "signature-invalid") << wrong;
    }
}

TEST_F(PayDunya, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        invoices(), R"({"response_code":"00","token":"t_1","response_text":"https://app.paydunya.com/t_1"})",
        [&] { return refusal("payment_link", asked(5000, "XOF")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::paydunya::testing
