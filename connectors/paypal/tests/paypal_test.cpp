#include <algorithm>

#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::paypal::testing {
namespace {

using svc::testing::ConnectorCase;
using svc::testing::HttpStandIn;

class PayPal : public ConnectorCase {
protected:
    PayPal() : ConnectorCase("paypal", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object(
            {{"baseUrl", "https://api-m.paypal.com"}, {"sandboxUrl", "https://api-m.sandbox.paypal.com"}}));
        test.secret("clientId", "id");
        test.secret("clientSecret", "secret");
        test.secret("environment", "live");
        test.secret("webhookId", "WH-1");
        test.secret("token", "A21");
        test.secret("tokenUntil", "2100-01-01T00:00:00.000Z");
    }
    static Json order(const std::string& status) {
        return Json::parse(R"({"id":"5O1","status":")" + status + R"(","links":[
            {"rel":"self","href":"https://api-m.sandbox.paypal.com/v2/checkout/orders/5O1"},
            {"rel":"payer-action","href":"https://www.sandbox.paypal.com/checkoutnow?token=5O1"}]})");
    }
    /// `more`: further members beside the captures.
    static Json captured(const std::string& status, const std::string& more = {}) {
        return Json::parse(R"({"id":"5O1","status":"COMPLETED","purchase_units":[{"payments":{"captures":[{
            "id":"3C6","status":")" +
                           status + R"(","amount":{"currency_code":"EUR","value":"120.00"},
            "seller_receivable_breakdown":{"paypal_fee":{"currency_code":"EUR","value":"3.95"}}}])" +
                           more + "}}]}");
    }
    bool knows(const std::string& part, const Json& record) {
        const Json known = dataOf("contract.json")["operations"][part]["fields"];
        for (const auto& [field, value] : record.members()) {
            const auto is = [&, &wanted = field](const Json& name) { return name.text() == wanted; };
            if (std::none_of(known.items().begin(), known.items().end(), is)) {
                return false;
            }
        }
        return true;
    }
    /// A payment_link order of 120.00, without fields that other tests check.
    static Json wanted(std::int64_t minor = 12000, const std::string& currency = "EUR") {
        return ConnectorCase::order(minor, currency);
    }

    const std::string orders = "/v2/checkout/orders";
};

TEST_F(PayPal, MakesAnOrderWithItsPage) {
    test.http("POST", orders).answers(201, order("PAYER_ACTION_REQUIRED"));
    EXPECT_EQ(run("payment_link", wanted()).dump(),
              R"({"reference":"5O1","url":"https://www.sandbox.paypal.com/checkoutnow?token=5O1",)"
              R"("expiresAt":null})");
    const Json body = checkedBody("POST " + orders, 0);
    const Json& unit = body["purchase_units"].at(0);
    EXPECT_TRUE(knows("purchase unit", unit)) << unit.dump();
    EXPECT_EQ(unit["amount"].dump(), R"({"currency_code":"EUR","value":"120.00"})");
    EXPECT_EQ(unit["custom_id"].text(), "sal_1");
    const Json& page = body["payment_source"]["paypal"]["experience_context"];
    EXPECT_TRUE(knows("experience context", page)) << page.dump();
    Json limited = wanted();
    test.http("POST", orders).answers(201, order("PAYER_ACTION_REQUIRED"));
    EXPECT_EQ(run("payment_link", limited.set("expiresAt", "2026-11-21T09:00:00.000Z"))["expiresAt"].text(),
              "2026-11-21T09:00:00.000Z");
    EXPECT_EQ(test.requests()[0].header("PayPal-Request-Id"), "k-1");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer A21");
    EXPECT_EQ(test.requests()[0].url, "https://api-m.paypal.com/v2/checkout/orders");
}

TEST_F(PayPal, APayerMayGoNowhereAfterwards) {
    test.http("POST", orders).answers(201, order("PAYER_ACTION_REQUIRED"));
    Json input = wanted();
    input.set("returnUrl", "");
    run("payment_link", input);
    EXPECT_EQ(checkedBody("POST " + orders, 0)["payment_source"]["paypal"]["experience_context"].dump(),
              R"({"user_action":"PAY_NOW"})");
}

TEST_F(PayPal, WritesAmountsInMajorUnits) {
    HttpStandIn& asked = test.http("POST", orders);
    const std::vector<std::tuple<std::int64_t, std::string, std::string>> amounts = {
        {1, "EUR", "0.01"},
        {5000, "JPY", "5000"},
        {199900, "USD", "1999.00"},
        {500000, "HUF", "5000"},
        {12300, "TWD", "123"}};
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        asked.answers(201, order("CREATED"));
    }
    std::size_t request = 0;
    for (const auto& [minor, currency, text] : amounts) {
        run("payment_link", wanted(minor, currency));
        EXPECT_EQ(checkedBody("POST " + orders, request++)["purchase_units"].at(0)["amount"]["value"].text(),
                  text);
    }
    EXPECT_EQ(refusal("payment_link", wanted(500050, "HUF")), "provider-refused:amount");
}

TEST_F(PayPal, ReadsTheStateOfAnOrder) {
    const Json refunded = captured("PARTIALLY_REFUNDED", R"(,"refunds":[
        {"id":"1","status":"COMPLETED","amount":{"currency_code":"EUR","value":"10.50"}},
        {"id":"2","status":"PENDING","amount":{"currency_code":"EUR","value":"20.00"}},
        {"id":"3","status":"FAILED","amount":{"currency_code":"EUR","value":"40.00"}},
        {"id":"4","status":"COMPLETED","amount":{"currency_code":"EUR","value":"5.00"}}])");
    test.http("GET", orders + "/5O1")
        .answers(200, order("CREATED"))
        .answers(200, order("PAYER_ACTION_REQUIRED"))
        .answers(200, captured("COMPLETED"))
        .answers(200, captured("PARTIALLY_REFUNDED"))
        .answers(200, refunded)
        .answers(200, captured("REFUNDED"))
        .answers(200, captured("PENDING"))
        .answers(200, captured("DECLINED"))
        .answers(200, order("VOIDED"))
        .answers(404, R"({"name":"RESOURCE_NOT_FOUND"})");
    const auto paidWith = [](const std::string& more) {
        return R"({"state":"paid","amount":12000,"currency":"EUR","paymentId":"3C6",)" + more +
               R"("fee":395,"feeCurrency":"EUR"})";
    };
    const std::string pending = R"({"state":"pending"})";
    for (const std::string& expected :
         {pending, pending, paidWith(""), paidWith(R"("partlyRefunded":true,)"),
          paidWith(R"("refunded":1550,)"), paidWith(R"("refunded":12000,)"),
          std::string(R"({"state":"pending","processing":true})"),
          std::string(R"({"state":"failed","error":"declined"})"),
          std::string(R"({"state":"failed","error":"voided"})"), std::string(R"({"state":"expired"})")}) {
        EXPECT_EQ(stateOf("5O1", "EUR").dump(), expected);
    }
}

TEST_F(PayPal, TheSandboxMovesPlayMoney) {
    test.secret("environment", "sandbox");
    test.http("GET", orders + "/5O1").answers(200, captured("COMPLETED"));
    EXPECT_EQ(
        stateOf("5O1", "EUR").dump(),
        R"({"state":"paid","amount":12000,"currency":"EUR","paymentId":"3C6","playMoney":true,"fee":395,)"
        R"("feeCurrency":"EUR"})");
    EXPECT_EQ(test.requests().back().url, "https://api-m.sandbox.paypal.com/v2/checkout/orders/5O1");
}

TEST_F(PayPal, TellsTheCurrencyThatWasCaptured) {
    test.http("GET", orders + "/5O1")
        .answers(200, R"({"status":"COMPLETED","purchase_units":[{"payments":{"captures":[{"id":"3C6",
            "status":"COMPLETED","amount":{"currency_code":"JPY","value":"12000"}}]}}]})");
    EXPECT_EQ(stateOf("5O1", "EUR").dump(),
              R"({"state":"paid","amount":12000,"currency":"JPY","paymentId":"3C6"})");
}

TEST_F(PayPal, CapturesAnOrderThatWasApprovedOnce) {
    test.http("GET", orders + "/5O1")
        .answers(200, order("APPROVED"))
        .answers(200, order("APPROVED"))
        .answers(200, order("APPROVED"))
        .answers(200, captured("COMPLETED"));
    test.http("POST", orders + "/5O1/capture")
        .answers(201, captured("COMPLETED"))
        .answers(422, R"({"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"INSTRUMENT_DECLINED"}]})")
        .answers(422, R"({"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"ORDER_ALREADY_CAPTURED"}]})");
    EXPECT_EQ(stateOf("5O1", "EUR").textOr("state"), "paid");
    EXPECT_EQ(test.requests()[1].header("PayPal-Request-Id"), "5O1-capture");
    EXPECT_EQ(stateOf("5O1", "EUR").textOr("state"), "pending") << "the payer may choose another card";
    EXPECT_EQ(stateOf("5O1", "EUR").textOr("state"), "paid") << "somebody was quicker";
}

TEST_F(PayPal, LeavesTheMoneyOfAnOrderThatIsNotWantedAnyMore) {
    Json approved = order("APPROVED");
    const auto stateWith = [&](const Json& due, const Json& expiresAt) {
        Json input = wanted();
        input.set("reference", "5O1").set("expiresAt", expiresAt);
        if (!due.isNull()) {
            input.set("due", due);
        }
        test.http("GET", orders + "/5O1") = {};
        test.http("GET", orders + "/5O1").answers(200, approved);
        return run("payment_state", input).dump();
    };
    const std::string notDue = R"({"state":"expired","error":"not-due"})";
    const std::string tooLate = R"({"state":"expired","error":"approved-too-late"})";
    EXPECT_EQ(stateWith(0, nullptr), notDue) << "paid otherwise";
    EXPECT_EQ(stateWith(11999, nullptr), notDue) << "an order is captured as a whole or not at all";
    EXPECT_EQ(stateWith(12000, "2026-11-20T08:59:59.000Z"), tooLate);
    approved.set("update_time", "2026-11-20T08:30:00Z");
    EXPECT_EQ(stateWith(12000, "2026-11-20T08:29:59.000Z"), tooLate);
    EXPECT_EQ(test.requests().size(), 4U) << "nothing was captured";
    approved.set("status", "CREATED");
    EXPECT_EQ(stateWith(12000, "2026-11-20T08:59:59.000Z"), R"({"state":"expired"})");
    EXPECT_EQ(stateWith(12000, "2026-11-20T09:00:01.000Z"), R"({"state":"pending"})");
    approved.set("status", "APPROVED");

    test.http("POST", orders + "/5O1/capture").answers(201, captured("COMPLETED"));
    EXPECT_NE(stateWith(12000, "2026-11-20T08:30:00.000Z").find("paid"), std::string::npos)
        << "approved in time, read later";
    EXPECT_EQ(test.requests().back().header("PayPal-Request-Id"), "5O1-capture-1795163400")
        << "one for each approval";
    EXPECT_NE(stateWith(nullptr, nullptr).find("paid"), std::string::npos) << "nobody knows what is due";
}

TEST_F(PayPal, CountsTheCaptureThatWasPaid) {
    const auto with = [&](const std::string& captures) {
        test.http("GET", orders + "/5O1") = {};
        test.http("GET", orders + "/5O1")
            .answers(200, R"({"status":"COMPLETED","purchase_units":[{"payments":{"captures":[)" + captures +
                              "]}}]}");
        return stateOf("5O1", "EUR").dump();
    };
    const std::string declined = R"({"id":"1","status":"DECLINED"})";
    const std::string money = R"(,"amount":{"currency_code":"EUR","value":"50.00"}})";
    EXPECT_EQ(with(declined + R"(,{"id":"2","status":"COMPLETED")" + money),
              R"({"state":"paid","amount":5000,"currency":"EUR","paymentId":"2"})");
    EXPECT_EQ(with(declined + R"(,{"id":"2","status":"PENDING")" + money),
              R"({"state":"pending","processing":true})");
    EXPECT_EQ(with(declined), R"({"state":"failed","error":"declined"})");
}

TEST_F(PayPal, TellsWhatWentWrong) {
    const std::string refused =
        R"({"name":"INVALID_REQUEST","details":[{"issue":"CURRENCY_NOT_SUPPORTED"}]})";
    // After a 401 the connector requests another token, which is refused as well.
    test.http("POST", "/v1/oauth2/token")
        .answers(401, refused)
        .answers(200, Json::object({{"access_token", "N"}, {"expires_in", 3600}}));
    expectEachRefusal(test.http("POST", orders), wanted(), refused, "CURRENCY_NOT_SUPPORTED");
}

TEST_F(PayPal, KeepsItsTokenUntilItEnds) {
    test.secret("tokenUntil", "2000-01-01T00:00:00.000Z");
    test.http("POST", "/v1/oauth2/token")
        .answers(200, Json::object({{"access_token", "B22"}, {"expires_in", 32400}}));
    test.http("GET", orders + "/5O1").answers(200, order("CREATED")).answers(200, order("CREATED"));
    stateOf("5O1", "EUR");
    stateOf("5O1", "EUR");
    ASSERT_EQ(test.requests().size(), 3U) << "one token for both";
    EXPECT_EQ(test.requests()[0].body, "grant_type=client_credentials");
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Basic " + base64Encode("id:secret"));
    EXPECT_EQ(test.requests()[2].header("Authorization"), "Bearer B22");
}

TEST_F(PayPal, AsksForAnotherTokenWhenItsOwnIsRefused) {
    test.http("POST", "/v1/oauth2/token")
        .answers(200, Json::object({{"access_token", "B22"}, {"expires_in", 32400}}))
        .answers(401, R"({"error":"invalid_client"})");
    test.http("GET", orders + "/5O1")
        .answers(401, R"({"error":"invalid_token"})")
        .answers(200, order("CREATED"))
        .answers(401, R"({"error":"invalid_token"})");
    EXPECT_EQ(stateOf("5O1", "EUR").textOr("state"), "pending");
    EXPECT_EQ(test.requests().back().header("Authorization"), "Bearer B22");
    Json input = wanted();
    input.set("reference", "5O1");
    EXPECT_EQ(refusal("payment_state", input), "integration-credentials-invalid:invalid_client")
        << "the client is gone";
}

TEST_F(PayPal, AnAccountThatIsRefusedLeavesTheOneThatWorks) {
    const auto input = [](const std::string& environment) {
        return Json::object(
            {{"credentials",
              Json::object({{"clientId", "new"}, {"clientSecret", "s"}, {"environment", environment}})}});
    };
    EXPECT_EQ(refusal("connect", input("moon")), "integration-credentials-invalid");
    test.http("POST", "/v1/oauth2/token")
        .answers(401, R"({"error":"invalid_client"})")
        .answers(200, Json::object({{"access_token", "B22"}, {"app_id", "APP-1"}}))
        .answers(200, Json::object({{"access_token", "B23"}}))
        .answers(401, R"({"error":"invalid_client"})");
    EXPECT_EQ(refusal("connect", input("live")), "integration-credentials-invalid:invalid_client");
    EXPECT_EQ(test.secrets().at("clientId"), "id");
    EXPECT_EQ(run("connect", input("live"))["account"]["id"].text(), "APP-1");
    EXPECT_EQ(test.secrets().at("clientId"), "new");
    EXPECT_EQ(test.secrets().count("token"), 0U) << "the token of the other account is gone";
    EXPECT_EQ(test.requests().back().url, "https://api-m.paypal.com/v1/oauth2/token");
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(run("test")["error"].text(), "invalid_client");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(PayPal, BelievesOnlyCallsThatPayPalVerifies) {
    const std::string event =
        R"({ "id":"WH-E1","event_type":"PAYMENT.CAPTURE.COMPLETED", "resource":{"id":"3C6","supplementary_data":)"
        R"({"related_ids":{"order_id":"5O1"}}}})";
    const Json call = Json::object({{"headers", Json::object({{"PAYPAL-TRANSMISSION-SIG", "sig"},
                                                              {"PAYPAL-TRANSMISSION-ID", "t-1"},
                                                              {"PAYPAL-AUTH-ALGO", "SHA256withRSA"}})},
                                    {"body", base64Encode(event)}});
    test.http("POST", "/v1/notifications/verify-webhook-signature")
        .answers(200, Json::object({{"verification_status", "SUCCESS"}}))
        .answers(200, Json::object({{"verification_status", "FAILURE"}}));
    EXPECT_EQ(run("hook", call).dump(), R"({"id":"WH-E1","about":"payment","reference":"5O1"})");
    const std::string sent = test.requests()[0].body;
    EXPECT_NE(sent.find(R"("webhook_id":"WH-1","webhook_event":)" + event), std::string::npos)
        << "the bytes as they came: " << sent;
    EXPECT_EQ(refusal("hook", call), "signature-invalid");
    EXPECT_EQ(refusal("hook", called("PAYPAL-AUTH-ALGO", "x", event)), "signature-invalid");
}

TEST_F(PayPal, TellsWhichMoneyARefundIsAbout) {
    svc::testing::HttpStandIn& verified = test.http("POST", "/v1/notifications/verify-webhook-signature");
    const auto told = [&](const std::string& type, const std::string& resource) {
        verified.answers(200, Json::object({{"verification_status", "SUCCESS"}}));
        return run("hook", called("PAYPAL-TRANSMISSION-SIG", "sig",
                                  R"({"id":"E","event_type":")" + type + R"(","resource":)" + resource + '}'))
            .dump();
    };
    const std::string refund =
        R"({"id":"1JU","links":[{"rel":"self","href":"https://api.paypal.com/v2/payments/refunds/1JU"},)"
        R"({"rel":"up","href":"https://api.paypal.com/v2/payments/captures/3C6"}]})";
    const std::string money = R"({"id":"E","about":"payment","paymentId":"3C6"})";
    EXPECT_EQ(told("PAYMENT.CAPTURE.REFUNDED", refund), money);
    EXPECT_EQ(told("PAYMENT.CAPTURE.REVERSED", refund), money);
    EXPECT_EQ(told("PAYMENT.CAPTURE.REFUNDED", R"({"id":"1JU","links":[7,{"rel":"up"}]})"),
              R"({"id":"E","about":"nothing"})");
}

TEST_F(PayPal, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        test.http("POST", orders), order("PAYER_ACTION_REQUIRED").dump(),
        [&] { return refusal("payment_link", wanted()); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::paypal::testing
