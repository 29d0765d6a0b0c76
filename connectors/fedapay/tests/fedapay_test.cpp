#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::fedapay::testing {
namespace {

using svc::testing::ConnectorCase;

class FedaPay : public ConnectorCase {
protected:
    FedaPay() : ConnectorCase("fedapay", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object(
            {{"baseUrl", "https://api.fedapay.com"}, {"sandboxUrl", "https://sandbox-api.fedapay.com"}}));
        test.secret("secretKey", "sk_live_1");
        test.secret("webhook", "whsec_test_secret");
    }
    static Json transaction(const std::string& status) {
        return Json::object(
            {{"v1/transaction",
              Json::object({{"id", 17}, {"reference", "109329828"}, {"amount", 5000}, {"status", status}})}});
    }
};

TEST_F(FedaPay, MakesATransactionAndItsPage) {
    test.http("POST", "/v1/transactions").answers(200, transaction("pending"));
    test.http("POST", "/v1/transactions/17/token")
        .answers(200, Json::object({{"token", "T"}, {"url", "https://process.fedapay.com/T"}}));
    EXPECT_EQ(run("payment_link", order(5000, "XOF")).dump(),
              R"({"reference":"17","url":"https://process.fedapay.com/T","expiresAt":null})");
    const Json body = checkedBody("POST /v1/transactions", 0);
    EXPECT_EQ(body["amount"].integer(), 5000);
    EXPECT_EQ(body["currency"]["iso"].text(), "XOF");
    EXPECT_EQ(body["description"].text(), "Café F-7");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer sk_live_1");
    EXPECT_TRUE(body.contains("callback_url"));
    Json nowhere = order(5000, "XOF");
    const std::size_t before = test.requests().size();
    run("payment_link", nowhere.set("returnUrl", ""));
    EXPECT_FALSE(test.requests()[before].json().contains("callback_url")) << "an address or none";
    EXPECT_EQ(refusal("payment_link", order(5000, "EUR")), "provider-refused:currency");
    EXPECT_EQ(refusal("payment_link", order(5000, "TND")), "provider-refused:currency");
}

TEST_F(FedaPay, ReadsTheStateOfATransaction) {
    const std::string paid = R"({"state":"paid","amount":5000,"paymentId":"109329828"})";
    const std::string inPart =
        R"({"state":"paid","amount":5000,"paymentId":"109329828","partlyRefunded":true})";
    const std::vector<std::pair<const char*, std::string>> states = {
        {"pending", R"({"state":"pending"})"},
        {"approved", paid},
        {"transferred", paid},
        {"approved_partially_refunded", inPart},
        {"transferred_partially_refunded", inPart},
        {"refunded", R"({"state":"paid","amount":5000,"paymentId":"109329828","refunded":5000})"},
        {"declined", R"({"state":"failed","error":"declined"})"},
        {"canceled", R"({"state":"failed","error":"canceled"})"}};
    svc::testing::HttpStandIn& asked = test.http("GET", "/v1/transactions/17");
    for (const auto& [status, expected] : states) {
        asked.answers(200, transaction(status));
    }
    asked.answers(404, R"({"message":"Not found"})").answers(200, R"({"v1/transaction":{}})");
    for (const auto& [status, expected] : states) {
        EXPECT_EQ(stateOf("17").dump(), expected) << status;
    }
    EXPECT_EQ(stateOf("17").textOr("state"), "absent");
    EXPECT_THROW(stateOf("17"), ApiError);
}

TEST_F(FedaPay, ASandboxKeyMovesPlayMoney) {
    test.secret("secretKey", "sk_sandbox_1");
    test.http("GET", "/v1/transactions/17").answers(200, transaction("approved"));
    EXPECT_EQ(stateOf("17").dump(),
              R"({"state":"paid","amount":5000,"paymentId":"109329828","playMoney":true})");
}

TEST_F(FedaPay, TellsWhatWentWrong) {
    expectEachRefusal(test.http("POST", "/v1/transactions"), order(5000, "XOF"), R"({"message":"Bad"})", "");
}

TEST_F(FedaPay, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const auto input = [](const std::string& key) {
        return Json::object({{"credentials", Json::object({{"secretKey", key}})}});
    };
    EXPECT_EQ(refusal("connect", input("pk_1")), "integration-credentials-invalid");
    test.http("GET", "/v1/accounts")
        .answers(401, "{}")
        .answers(200, "{{{")
        .answers(200, "{}")
        .answers(200, "{}")
        .answers(500, "{}");
    EXPECT_EQ(refusal("connect", input("sk_live_2")), "integration-credentials-invalid");
    EXPECT_EQ(refusal("connect", input("sk_live_2")), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(test.secrets().at("secretKey"), "sk_live_1");
    run("connect", input("sk_live_2"));
    EXPECT_EQ(test.secrets().at("secretKey"), "sk_live_2");
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(run("test")["error"].text(), "http-500");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(FedaPay, TellsWhoseKeyItIs) {
    const auto connected = [&](const std::string& key, const std::string& accounts) {
        test.http("GET", "/v1/accounts") = {};
        test.http("GET", "/v1/accounts").answers(200, accounts);
        return run("connect", Json::object({{"credentials", Json::object({{"secretKey", key}})}}))["account"]
            .dump();
    };
    const std::string one = R"({"v1/accounts":[{"klass":"v1/account","id":7,"name":"Quais"}]})";
    EXPECT_EQ(connected("sk_live_2", one), R"({"id":"7","name":"Quais"})");
    EXPECT_EQ(connected("sk_sandbox_2", one), R"({"id":"sandbox-7","name":"Quais"})");
    for (const char* other :
         {R"({"v1/accounts":[{"id":7},{"id":8}]})", R"({"v1/accounts":[]})", "{}", "[]"}) {
        EXPECT_EQ(connected("sk_live_2", other), R"({"id":null,"name":null})") << other;
    }
}

TEST_F(FedaPay, BelievesOnlyCallsWithItsSignature) {
    const Json vectors = dataOf("signatures.json")["vectors"];
    const std::vector<std::string> told = {R"({"id":"evt_test_webhook","about":"nothing"})",
                                           R"({"id":"evt_7","about":"payment","reference":"17"})"};
    for (std::size_t i = 0; i < told.size(); ++i) {
        const Json& vector = vectors.at(i);
        const std::string header = vector["header"].text();
        const std::string body = vector["body"].text();
        const auto refused = [&](const std::string& sent, const std::string& bytes) {
            return refusal("hook", called("X-FEDAPAY-SIGNATURE", sent, bytes));
        };
        test.situation().now = Instant(vector["t"].integer() * Instant::Second);
        EXPECT_EQ(run("hook", called("X-FEDAPAY-SIGNATURE", header, body)).dump(), told[i]);
        EXPECT_EQ(refused(header, body + ' '), "signature-invalid");
        EXPECT_EQ(refused(header.substr(0, header.size() - 1), body), "signature-invalid");
        EXPECT_EQ(refused("t=2" + header.substr(3), body), "signature-invalid");
        EXPECT_EQ(refused("", body), "signature-invalid");
        test.situation().now = test.situation().now + 301 * Instant::Second;
        EXPECT_EQ(refused(header, body), "signature-invalid") << "it is too old";
    }
}

TEST_F(FedaPay, SurvivesWhatNoProviderShouldAnswer) {
    test.http("POST", "/v1/transactions").answers(200, transaction("pending"));
    connector::testing::expectFaultyAnswers(
        test.http("POST", "/v1/transactions/17/token"),
        R"({"token":"T","url":"https://process.fedapay.com/T"})",
        [&] { return refusal("payment_link", order(5000, "XOF")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::fedapay::testing
