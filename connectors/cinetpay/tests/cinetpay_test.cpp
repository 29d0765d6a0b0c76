#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::cinetpay::testing {
namespace {

using svc::testing::ConnectorCase;

class CinetPay : public ConnectorCase {
protected:
    CinetPay() : ConnectorCase("cinetpay", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api-checkout.cinetpay.com"}}));
        test.secret("apiKey", "key-1");
        test.secret("siteId", "445160");
    }
    static Json asked(std::int64_t minor, const std::string& currency) {
        Json input = order(minor, currency);
        input.set("hookUrl", "https://api.example/hooks/cinetpay/com_1/t");
        return input;
    }
    svc::testing::HttpStandIn& payments() { return test.http("POST", "/v2/payment"); }
    svc::testing::HttpStandIn& states() { return test.http("POST", "/v2/payment/check"); }
    static Json state(const std::string& code, const std::string& status, const Json& amount = "5000",
                      const std::string& currency = "XOF") {
        return Json::object({{"code", code},
                             {"message", "TOLD"},
                             {"data", Json::object({{"amount", amount},
                                                    {"currency", currency},
                                                    {"status", status},
                                                    {"operator_id", "MP21.A1"}})}});
    }
};

TEST_F(CinetPay, MakesAPageOfPayment) {
    payments().answers(200, R"({"code":"201","message":"CREATED","data":{"payment_token":"t",)"
                            R"("payment_url":"https://checkout.cinetpay.com/payment/t"}})");
    EXPECT_EQ(run("payment_link", asked(5000, "XOF")).dump(),
              R"({"reference":"k-1","url":"https://checkout.cinetpay.com/payment/t","expiresAt":null})");
    const Json body = checkedBody("POST /v2/payment", 0);
    EXPECT_EQ(body["amount"].integer(), 5000);
    EXPECT_EQ(body["currency"].text(), "XOF");
    EXPECT_EQ(body["apikey"].text(), "key-1");
    EXPECT_EQ(body["lang"].text(), "fr");
    run("payment_link", asked(500000, "CDF"));
    EXPECT_EQ(checkedBody("POST /v2/payment", 1)["amount"].integer(), 5000) << "cents are not sent";
}

TEST_F(CinetPay, RefusesWhatItCannotTake) {
    const std::vector<std::tuple<std::int64_t, std::string, std::string>> cases = {{5000, "EUR", "currency"},
                                                                                   {5001, "XOF", "amount"},
                                                                                   {95, "XAF", "amount"},
                                                                                   {500050, "CDF", "amount"},
                                                                                   {0, "GNF", "amount"}};
    for (const auto& [minor, currency, told] : cases) {
        EXPECT_EQ(refusal("payment_link", asked(minor, currency)), "provider-refused:" + told) << currency;
    }
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(CinetPay, ReadsTheStateOfAPayment) {
    const std::string paid = R"({"state":"paid","amount":5000,"currency":"XOF","paymentId":"MP21.A1"})";
    const std::string inCongo = R"({"state":"paid","amount":500000,"currency":"CDF","paymentId":"MP21.A1"})";
    const std::string failed = R"({"state":"failed","error":"TOLD"})";
    const std::string pending = R"({"state":"pending"})";
    const std::vector<std::pair<Json, std::string>> told = {{state("00", "ACCEPTED"), paid},
                                                            {state("00", "ACCEPTED", 5000), paid},
                                                            {state("627", "REFUSED"), failed},
                                                            {state("600", "REFUSED"), failed},
                                                            {state("602", "REFUSED"), failed},
                                                            {state("662", "WAITING_FOR_CUSTOMER"), pending},
                                                            {state("623", "PENDING"), pending},
                                                            {state("00", "WAITING"), pending},
                                                            {state("00", "ACCEPTED", 5000, "CDF"), inCongo}};
    for (const auto& [answer, expected] : told) {
        states().answers(200, answer);
    }
    states().answers(404, "{}").answers(200, state("00", "ACCEPTED", "much"));
    for (const auto& [answer, expected] : told) {
        EXPECT_EQ(stateOf("k-1").dump(), expected) << answer.dump();
    }
    checkedBody("POST /v2/payment/check", 0);
    EXPECT_EQ(stateOf("k-1").textOr("state"), "absent");
    EXPECT_THROW(stateOf("k-1"), ApiError);
}

TEST_F(CinetPay, TellsWhatWentWrong) {
    expectEachRefusal(payments(), asked(5000, "XOF"), R"({"code":"608","message":"MINIMUM"})", "608");
}

TEST_F(CinetPay, UnderstandsRefusalsThatComeWithSuccess) {
    payments().answers(200, R"({"code":"608","message":"MINIMUM"})").answers(200, R"({"code":"609"})");
    EXPECT_EQ(refusal("payment_link", asked(5000, "XOF")), "provider-refused:608:MINIMUM");
    EXPECT_EQ(refusal("payment_link", asked(5000, "XOF")), "integration-credentials-invalid:609");
}

TEST_F(CinetPay, AKeyThatIsRefusedLeavesTheOneThatWorks) {
    const Json input = Json::object(
        {{"credentials", Json::object({{"apiKey", "new"}, {"siteId", "7"}, {"secretKey", "s"}})}});
    states()
        .answers(200, R"({"code":"609","message":"AUTH_NOT_FOUND"})")
        .answers(500, "")
        .answers(404, R"({"code":"624","message":"UNKNOWN"})")
        .answers(404, R"({"code":"624","message":"UNKNOWN"})")
        .answers(200, R"({"code":"613","message":"SITE"})");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid:609:AUTH_NOT_FOUND");
    EXPECT_EQ(refusal("connect", input), "integration-unreachable:http-500");
    EXPECT_EQ(test.secrets().at("apiKey"), "key-1");
    EXPECT_EQ(run("connect", input)["account"]["id"].text(), "7");
    EXPECT_EQ(test.secrets().at("apiKey"), "new");
    EXPECT_EQ(run("test").textOr("error", "none"), "none");
    EXPECT_EQ(refusal("test", Json::object()), "integration-credentials-invalid:613:SITE") << "it expires";
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(CinetPay, TakesCallsAsHintsAndVerifiesThemWhereItCan) {
    const std::string body = "cpm_site_id=445160&cpm_trans_id=k-1&cpm_trans_date=2026-11-20+09%3A00%3A00"
                             "&cpm_amount=5000&cpm_currency=XOF&cpm_error_message=SUCCES";
    const Json told = run("hook", called("x-token", "", body));
    EXPECT_EQ(told["about"].text(), "payment");
    EXPECT_EQ(told["reference"].text(), "k-1");
    EXPECT_EQ(refusal("hook", called("x-token", "", "cpm_site_id=1&cpm_trans_id=k-1")), "signature-invalid");
    EXPECT_EQ(refusal("hook", called("x-token", "", "")), "signature-invalid");
    test.secret("webhook", "site-secret");
    // HMAC-SHA256 of 445160k-12026-11-20 09:00:005000XOFSUCCES, computed by another program.
    const std::string token = "b18da5dce82304b189d9cbdbab1ec6458664879523ae88af309702c516885655";
    EXPECT_EQ(run("hook", called("x-token", token, body))["reference"].text(), "k-1");
    EXPECT_EQ(refusal("hook", called("x-token", token, body + '1')), "signature-invalid");
    EXPECT_EQ(refusal("hook", called("x-token", "", body)), "signature-invalid");
}

TEST_F(CinetPay, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        payments(),
        R"({"code":"201","data":{"payment_token":"t","payment_url":"https://checkout.cinetpay.com/t"}})",
        [&] { return refusal("payment_link", asked(5000, "XOF")); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::cinetpay::testing
