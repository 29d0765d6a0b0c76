#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::stripe::testing {
namespace {

using svc::testing::ConnectorCase;

class StripePayouts : public ConnectorCase {
protected:
    StripePayouts() : ConnectorCase("stripe", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://api.stripe.com"}}));
        test.secret("secretKey", "sk_test_1");
        test.secret("webhook", "whsec_test_secret");
    }
    static Json asked(const Json& cursor = nullptr, const Json& since = nullptr) {
        return fetchInput("payouts", cursor, Json::object({{"walletId", "wal_1"}}), "EUR", since);
    }
    svc::testing::HttpStandIn& payouts() { return test.http("GET", "/v1/payouts"); }
    svc::testing::HttpStandIn& entries() { return test.http("GET", "/v1/balance_transactions"); }
    static std::string payout(const std::string& id, const std::string& amount,
                              const std::string& more = "") {
        // 2026-11-19
        return R"({"id":")" + id + R"(","object":"payout","amount":)" + amount +
               R"(,"currency":"eur","status":"paid","automatic":true,"arrival_date":1795046400)" + more + "}";
    }
    static std::string list(const std::string& data, bool more = false) {
        return R"({"object":"list","data":[)" + data + R"(],"has_more":)" + (more ? "true" : "false") + "}";
    }
    static std::string entry(const std::string& id, const std::string& type, const std::string& amount,
                             const std::string& fee, const std::string& source) {
        return R"({"id":")" + id + R"(","type":")" + type + R"(","amount":)" + amount + R"(,"fee":)" + fee +
               R"(,"currency":"eur","source":)" + source + "}";
    }
    void expectKnownParameters(const std::string& operation, std::size_t request) {
        const std::string known = dataOf("contract.json")["queries"][operation].dump();
        const std::string sent = query(request);
        for (const std::string_view field : split(sent, '&')) {
            const std::string name(field.substr(0, field.find_first_of("=%")));
            EXPECT_NE(known.find('"' + name + '"'), std::string::npos) << name;
        }
    }
};

TEST_F(StripePayouts, TellThePaymentsRefundsAndFeesInside) {
    payouts().answers(200, list(payout("po_1", "21390")));
    entries()
        .answers(200,
                 list(entry("txn_1", "charge", "12000", "205", R"({"id":"ch_1","payment_intent":"pi_1"})") +
                          ',' +
                          entry("txn_2", "payment", "12000", "205", R"({"id":"py_2","payment_intent":null})"),
                      true))
        .answers(200,
                 list(entry("txn_3", "refund", "-2000", "0", R"({"id":"re_1","payment_intent":"pi_1"})") +
                      ',' + entry("txn_4", "stripe_fee", "-100", "0", "null") + ',' +
                      entry("txn_5", "adjustment", "-100", "0", R"("dp_1")") + ',' +
                      entry("txn_6", "payout", "-21390", "0", R"({"id":"po_1"})")));
    const Json page = run("fetch", asked());
    EXPECT_EQ(
        page["records"].dump(),
        R"([{"reference":"po_1","status":"paid","amount":21390,"currency":"EUR","arrivesOn":"2026-11-19",)"
        R"("parts":[{"kind":"payment","reference":"pi_1","amount":12000,"fee":205},)"
        R"({"kind":"payment","reference":"py_2","amount":12000,"fee":205},)"
        R"({"kind":"refund","reference":"pi_1","amount":-2000,"fee":0},)"
        R"({"kind":"fee","reference":"txn_4","amount":-100,"fee":0},)"
        R"({"kind":"other","reference":"dp_1","amount":-100,"fee":0}]}])");
    EXPECT_EQ(query(0), "limit=5&created%5Bgte%5D=1787356800");
    EXPECT_EQ(query(1), "limit=100&expand%5B%5D=data.source&payout=po_1");
    EXPECT_EQ(query(2), "limit=100&expand%5B%5D=data.source&payout=po_1&starting_after=txn_2");
    expectKnownParameters("GET /v1/payouts", 0);
    expectKnownParameters("GET /v1/balance_transactions", 2);
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer sk_test_1");
    EXPECT_EQ(test.requests()[0].header("Stripe-Version"), "2023-08-16");
}

TEST_F(StripePayouts, AreReadPageByPageAndAgainForAFortnight) {
    entries().answers(200, list(""));
    payouts()
        .answers(200, list(payout("po_3", "300", R"(,"x":1)") + ',' + payout("po_2", "200"), true))
        .answers(200, list(payout("po_1", "100")));
    const Json first = run("fetch", asked(nullptr, "2026-11-01"));
    EXPECT_TRUE(first["more"].boolean());
    const std::int64_t now = test.situation().now.seconds();
    EXPECT_EQ(first["cursor"].dump(),
              R"({"from":1793491200,"began":)" + std::to_string(now) + R"(,"after":"po_2"})");
    test.situation().now = test.situation().now + Instant::Hour;
    const Json second = run("fetch", asked(first["cursor"]));
    EXPECT_NE(query(3).find("&starting_after=po_2"), std::string::npos) << query(3);
    EXPECT_FALSE(second["more"].boolean());
    EXPECT_EQ(second["cursor"].dump(), R"({"from":)" + std::to_string(now - 14 * 86400) + "}")
        << "counted from the first page";
}

TEST_F(StripePayouts, HaveAStateACurrencyAndASign) {
    const auto recordOf = [&](const std::string& body) {
        payouts() = {};
        payouts().answers(200, list(body));
        const Json records = run("fetch", asked())["records"];
        return records.size() == 0
                   ? std::string("none")
                   : records[0]["status"].text() + ' ' + records[0]["amount"].dump() + ' ' +
                         records[0]["currency"].text() + ' ' + std::to_string(records[0]["parts"].size());
    };
    const auto made = [](const std::string& status, const std::string& currency, const std::string& amount) {
        return R"({"id":"po_1","amount":)" + amount + R"(,"currency":")" + currency + R"(","status":")" +
               status + R"(","automatic":false,"arrival_date":1795046400})";
    };
    EXPECT_EQ(recordOf(made("pending", "eur", "1")), "announced 1 EUR 0");
    EXPECT_EQ(recordOf(made("in_transit", "xof", "5000")), "announced 5000 XOF 0");
    EXPECT_EQ(recordOf(made("paid", "eur", "-700")), "paid -700 EUR 0") << "what Stripe takes back";
    EXPECT_EQ(recordOf(made("failed", "tnd", "1230")), "failed 1230 TND 0");
    EXPECT_EQ(recordOf(made("canceled", "isk", "70000")), "failed 700 ISK 0");
    EXPECT_EQ(recordOf(made("paid", "mga", "7")), "paid 700 MGA 0");
    EXPECT_EQ(recordOf(made("paid", "points", "7")), "none");
    EXPECT_EQ(test.requests().size(), 7U) << "nobody asks what is inside a payout made by hand";
}

TEST_F(StripePayouts, TellWhatWentWrong) {
    const std::string error = R"({"error":{"type":"invalid_request_error","code":"resource_missing"}})";
    payouts()
        .answers(403, R"({"error":{"type":"invalid_request_error"}})")
        .answers(401, error)
        .answers(404, error)
        .answers(429, "", {{"Retry-After", "60"}})
        .answers(500, "")
        .fails("timeout");
    const Json none = run("fetch", asked());
    EXPECT_EQ(none["records"].size(), 0U) << "a key that may not read them";
    EXPECT_EQ(none.textOr("retryAt"), "2026-11-21T09:00:00.000Z");
    EXPECT_EQ(refusal("fetch", asked()), "integration-credentials-invalid:resource_missing");
    EXPECT_EQ(refusal("fetch", asked()), "provider-refused:resource_missing");
    EXPECT_EQ(run("fetch", asked()).textOr("retryAt"), "2026-11-20T09:01:00.000Z");
    EXPECT_EQ(refusal("fetch", asked()), "integration-unreachable:http-500");
    EXPECT_EQ(refusal("fetch", asked()), "integration-unreachable:timeout");
}

TEST_F(StripePayouts, OfTooManyPaymentsTellNone) {
    payouts().answers(200, list(payout("po_1", "21390")));
    entries().answers(200, list(entry("txn_1", "charge", "12000", "205", R"("ch_1")"), true));
    EXPECT_EQ(run("fetch", asked())["records"].at(0)["parts"].size(), 0U);
    EXPECT_EQ(test.requests().size(), 101U);
}

TEST_F(StripePayouts, SurviveWhatNoProviderShouldAnswer) {
    entries().answers(200, list(entry("txn_1", "charge", "12000", "205", R"("ch_1")")));
    connector::testing::expectFaultyAnswers(
        payouts(), list(payout("po_1", "11795")), [&] { return refusal("fetch", asked()); },
        [&] { return test.secrets(); });
    payouts() = {};
    payouts().answers(200, list(payout("po_1", "11795")));
    connector::testing::expectFaultyAnswers(
        entries(), list(entry("txn_1", "charge", "12000", "205", R"({"id":"ch_1","payment_intent":"pi_1"})")),
        [&] { return refusal("fetch", asked()); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::stripe::testing
