#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::orange_money::testing {
namespace {

using svc::testing::ConnectorCase;

constexpr const char* Payments = "/orange-money-webpay/ci/v1/webpayment";
constexpr const char* States = "/orange-money-webpay/ci/v1/transactionstatus";

class OrangeMoney : public ConnectorCase {
protected:
    OrangeMoney() : ConnectorCase("orange-money", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.orange.com"}}));
        test.secret("clientId", "id");
        test.secret("clientSecret", "secret");
        test.secret("merchantKey", "m3rchant");
        test.secret("environment", "ci");
    }
    void haveToken() {
        test.secret("token", "T");
        test.secret("tokenUntil", "2027-01-01T00:00:00.000Z");
    }
    static Json asked(std::int64_t minor, const std::string& currency, const std::string& key = "k-1") {
        Json input = order(minor, currency);
        input.set("key", key).set("hookUrl", "https://api.example/hooks/orange-money/com_1/t");
        return input;
    }
    static Json made(const std::string& name) {
        return Json::object({{"status", 201},
                             {"pay_token", "pay-" + name},
                             {"payment_url", "https://webpayment.orange-money.com/" + name},
                             {"notif_token", "notif-" + name}});
    }
    static Json notice(const std::string& token) {
        return called("x", "", Json::object({{"status", "SUCCESS"}, {"notif_token", token}}).dump());
    }
};

TEST_F(OrangeMoney, MakesAPageOfPayment) {
    haveToken();
    test.http("POST", Payments).answers(201, made("a"));
    EXPECT_EQ(run("payment_link", asked(5000, "XOF")).dump(),
              R"({"reference":"pay-a","url":"https://webpayment.orange-money.com/a","expiresAt":null})");
    const Json body = checkedBody("POST /orange-money-webpay/{env}/v1/webpayment", 0);
    EXPECT_EQ(body["amount"].integer(), 5000);
    EXPECT_EQ(body["currency"].text(), "XOF");
    EXPECT_EQ(body["merchant_key"].text(), "m3rchant");
    EXPECT_EQ(body["order_id"].text().size(), 30U);
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer T");
    test.secret("environment", "mg");
    EXPECT_EQ(refusal("payment_link", asked(1250, "MGA")), "provider-refused:amount") << "no decimals";
    test.secret("environment", "ci");
    Json far = asked(5000, "XOF");
    far.set("hookUrl", "https://api.example/" + std::string(120, 'a'));
    EXPECT_EQ(refusal("payment_link", far), "provider-refused:hookUrl-too-long");
}

TEST_F(OrangeMoney, CutsALongNumberBetweenTwoCharacters) {
    haveToken();
    test.http("POST", Payments).answers(201, made("a"));
    Json input = asked(5000, "XOF");
    std::string number = "F";
    for (int i = 0; i < 40; ++i) {
        number += "é";
    }
    input.set("document", Json::object({{"kind", "sale"}, {"id", "sal_1"}, {"number", number}}));
    run("payment_link", input);
    const std::string reference =
        checkedBody("POST /orange-money-webpay/{env}/v1/webpayment", 0)["reference"].text();
    EXPECT_TRUE(isUtf8(reference));
    EXPECT_EQ(utf8Length(reference), 30U);
}

TEST_F(OrangeMoney, TheTestPlatformHasItsOwnCurrency) {
    haveToken();
    test.secret("environment", "dev");
    test.http("POST", "/orange-money-webpay/dev/v1/webpayment").answers(201, made("a"));
    run("payment_link", asked(5000, "XOF"));
    EXPECT_EQ(Json::parse(test.requests()[0].body)["currency"].text(), "OUV");
}

TEST_F(OrangeMoney, ThePlayMoneyOfTheTestPlatformIsNoPayment) {
    haveToken();
    test.secret("environment", "dev");
    test.http("POST", "/orange-money-webpay/dev/v1/transactionstatus")
        .answers(201, R"({"status":"SUCCESS","txnid":"MP.1"})");
    EXPECT_EQ(stateOf("pay-a").dump(),
              R"({"state":"paid","amount":5000,"paymentId":"MP.1","playMoney":true})");
}

TEST_F(OrangeMoney, AsksNoCountryForACurrencyThatItDoesNotTake) {
    haveToken();
    for (const auto& [country, currency, taken] :
         {std::tuple("ci", "XOF", true), std::tuple("ci", "XAF", false), std::tuple("ci", "EUR", false),
          std::tuple("cm", "XAF", true), std::tuple("cm", "XOF", false), std::tuple("gn", "GNF", true),
          std::tuple("gn", "XOF", false), std::tuple("cd", "CDF", true), std::tuple("cd", "USD", true),
          std::tuple("mg", "MGA", true), std::tuple("mg", "XOF", false), std::tuple("zz", "XOF", true)}) {
        test.secret("environment", country);
        test.http("POST", std::string("/orange-money-webpay/") + country + "/v1/webpayment") = {};
        test.http("POST", std::string("/orange-money-webpay/") + country + "/v1/webpayment")
            .answers(201, made("a"));
        const std::size_t before = test.requests().size();
        EXPECT_EQ(refusal("payment_link", asked(500'000, currency)),
                  taken ? "none" : "provider-refused:currency")
            << country << ' ' << currency;
        EXPECT_EQ(test.requests().size(), before + (taken ? 1 : 0)) << country << ' ' << currency;
    }
}

TEST_F(OrangeMoney, LeavesTheCurrenciesThatNoCountryTakesToOthers) {
    EXPECT_EQ(run("describe")["currencies"].dump(),
              R"(["BWP","CDF","GNF","LRD","MGA","SLE","USD","XAF","XOF"])");
}

TEST_F(OrangeMoney, GetsANewTokenWhenTheOldOneIsRefused) {
    haveToken();
    test.http("POST", Payments).answers(401, R"({"code":42,"message":"Expired"})").answers(201, made("a"));
    test.http("POST", "/oauth/v3/token").answers(200, R"({"access_token":"N","expires_in":"3600"})");
    run("payment_link", asked(5000, "XOF"));
    EXPECT_EQ(test.requests()[2].header("Authorization"), "Bearer N");
    EXPECT_EQ(test.secrets().at("token"), "N");
    EXPECT_EQ(test.secrets().at("tokenUntil"), "2026-11-20T09:55:00.000Z");
}

TEST_F(OrangeMoney, ReadsTheStateOfAPayment) {
    haveToken();
    const std::vector<std::pair<std::string, std::string>> told = {
        {"SUCCESS", R"({"state":"paid","amount":5000,"paymentId":"MP.1"})"},
        {"FAILED", R"({"state":"failed","error":"payment-failed"})"},
        {"EXPIRED", R"({"state":"expired"})"},
        {"INITIATED", R"({"state":"pending"})"},
        {"PENDING", R"({"state":"pending","processing":true})"}};
    svc::testing::HttpStandIn& states = test.http("POST", States);
    for (const auto& [status, expected] : told) {
        states.answers(201, Json::object({{"status", status}, {"txnid", "MP.1"}}));
    }
    states.answers(201, R"({"txnid":"MP.1"})");
    for (const auto& [status, expected] : told) {
        EXPECT_EQ(stateOf("pay-a").dump(), expected) << status;
    }
    EXPECT_THROW(stateOf("pay-a"), ApiError);
    const Json body = checkedBody("POST /orange-money-webpay/{env}/v1/transactionstatus", 0);
    EXPECT_EQ(body["pay_token"].text(), "pay-a");
}

TEST_F(OrangeMoney, TellsWhatWentWrong) {
    test.http("POST", "/oauth/v3/token").answers(200, R"({"access_token":"N","expires_in":60})");
    expectEachRefusal(test.http("POST", Payments), asked(5000, "XOF"), R"({"code":60,"message":"Bad"})",
                      "60");
}

TEST_F(OrangeMoney, BelievesNoticesOfItsOwnPagesAlone) {
    haveToken();
    svc::testing::HttpStandIn& payments = test.http("POST", Payments);
    constexpr int Made = 202;
    for (int i = 0; i < Made; ++i) {
        payments.answers(201, made(std::to_string(i)));
    }
    for (int i = 0; i < Made; ++i) {
        run("payment_link", asked(5000, "XOF", "k-" + std::to_string(i)));
    }
    const Json told = run("hook", notice("notif-201"));
    EXPECT_EQ(told["about"].text(), "payment");
    EXPECT_EQ(told["reference"].text(), "pay-201");
    EXPECT_EQ(run("hook", notice("notif-2"))["reference"].text(), "pay-2");
    for (const char* other : {"notif-0", "notif-1", "notif-2011", ""}) {
        EXPECT_EQ(refusal("hook", notice(other)), "signature-invalid") << other;
    }
    EXPECT_EQ(refusal("hook", called("x", "", "no json")), "signature-invalid");
}

TEST_F(OrangeMoney, AnAccountThatIsRefusedLeavesTheOneThatWorks) {
    const Json input = Json::object(
        {{"credentials",
          Json::object(
              {{"clientId", "new"}, {"clientSecret", "s"}, {"merchantKey", "m"}, {"environment", "sn"}})}});
    test.http("POST", "/oauth/v3/token")
        .answers(401, R"({"error":"invalid_client"})")
        .answers(200, R"({"access_token":"N","expires_in":3600})")
        .answers(401, R"({"error":"invalid_client"})");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid:invalid_client");
    EXPECT_EQ(test.secrets().at("clientId"), "id");
    EXPECT_EQ(run("connect", input).dump(), R"({"account":{"id":"new","name":"sn"}})");
    EXPECT_EQ(run("test")["error"].text(), "invalid_client");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(OrangeMoney, SurvivesWhatNoProviderShouldAnswer) {
    haveToken();
    connector::testing::expectFaultyAnswers(
        test.http("POST", Payments), made("a").dump(),
        [&] { return refusal("payment_link", asked(5000, "XOF")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::orange_money::testing
