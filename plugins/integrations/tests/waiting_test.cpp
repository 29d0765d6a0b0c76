#include <deque>

#include <gtest/gtest.h>

#include "provider_test.hpp"

namespace svc::integrations::testing {
namespace {

using std::string;

/// A provider of payment links that asks to wait, and the host's record of the calls.
class Waiting : public ProviderTest {
protected:
    Waiting()
        : ProviderTest(
              "pay",
              Json::object({{"kind", "payment"},
                            {"auth", "none"},
                            {"capabilities", Json::array({"payment-link"})},
                            {"hookHeaders", Json::array({"X-Sign"})},
                            {"feeds", Json::array({Json::object({{"name", "rates"}, {"minutes", 60}})})},
                            {"lost", Json::object({{"payment_link", "repeat"}})}})) {
        test.offer("host.sent", [this](const Json&) {
            Json calls = Json::array();
            calls.push(Json::object({{"method", "POST"},
                                     {"path", "/links"},
                                     {"status", openCircuit ? Json(nullptr) : Json(429)},
                                     {"error", openCircuit ? Json("circuit-open") : Json(nullptr)},
                                     {"durationMs", 1},
                                     {"retryAfter", retryAfter.empty() ? Json(nullptr) : Json(retryAfter)}}));
            return Json::object({{"requestId", "req"}, {"calls", std::move(calls)}});
        });
        test.offer("host.count", [this](const Json& input) {
            counted.push_back(input.dump());
            return Json::object();
        });
        test.offerOutside("connector.pay.payment_link", [this](const Json&) { return answer(); });
        test.offerOutside("connector.pay.fetch", [this](const Json&) { return answer(); });
        test.offer("connector.pay.hook",
                   [](const Json&) -> Json { throw ApiError(400, "signature-invalid"); });
        test.offer("sales.get", [](const Json&) { return saleRecord(); });
        connect();
    }

    Json answer() {
        ++asked;
        if (refusal.empty()) {
            return Json::object({{"reference", "r1"},
                                 {"url", "https://pay.example/r1"},
                                 {"records", Json::array()},
                                 {"cursor", nullptr}});
        }
        throw ApiError(400, refusal);
    }
    string link() {
        const auto answer =
            test.post("createPaymentLink", Json::object(), {{"kind", "sale"}, {"id", "sal_1"}});
        return answer.status == 201 ? "made" : answer.code + answer.fault;
    }
    Json shown() { return test.get("listIntegrations").json()[0]; }

    string refusal;
    string retryAfter;
    bool openCircuit = false;
    int asked = 0;
    std::vector<string> counted;
};

TEST_F(Waiting, ALinkIsAskedForAgainWhenTheProviderAllowsIt) {
    const Instant begun = test.situation().now;
    refusal = "integration-unreachable:http-429";
    retryAfter = "600";
    EXPECT_EQ(link(), "integration-unreachable:http-429");
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(link(), "integration-unreachable:retry-after") << "a person waits as well";
    EXPECT_EQ(asked, 1);
    test.situation().now = begun + 2 * Instant::Minute;
    runLast("resume");
    EXPECT_EQ(asked, 1);
    ASSERT_TRUE(test.jobEnd().again);
    EXPECT_EQ(test.jobEnd().again->due, begun + 10 * Instant::Minute);
    EXPECT_EQ(shown()["state"].text(), "connected");
    refusal.clear();
    retryAfter.clear();
    test.situation().now = begun + 10 * Instant::Minute;
    runLast("resume");
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(test.database().run("SELECT state FROM integrations.attempt").rows.at(0).at(0), "done");
}

TEST_F(Waiting, AnAnswerOfAnotherFormMayMeanThatItWasDone) {
    const auto attempt = [&] {
        return test.database()
            .run("SELECT state || ' ' || coalesce(error, '-') FROM integrations.attempt")
            .rows.at(0)
            .at(0);
    };
    test.offerOutside("connector.pay.payment_link", [](const Json&) {
        return Json::object({{"url", "https://pay.example/r1"}, {"expiresAt", "soon"}});
    });
    EXPECT_EQ(link(), "integration-unreachable:answer-unreadable");
    EXPECT_EQ(attempt(), "called integration-unreachable:answer-unreadable");
    test.offerOutside("connector.pay.payment_link", [this](const Json&) { return answer(); });
    runLast("resume");
    EXPECT_EQ(attempt(), "done -");
}

TEST_F(Waiting, ARequestIsKeptAsItWasMade) {
    EXPECT_EQ(link(), "made");
    const auto kept = test.database().run("SELECT request::text FROM integrations.attempt").rows.at(0).at(0);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->substr(0, kept->find(R"("company")")),
              R"({"document":{"kind":"sale","id":"sal_1","number":"F-7","date":"2026-11-20"},)");
    EXPECT_EQ(
        kept->substr(kept->find(R"("settings")")),
        R"("settings":{},"amount":5000,"currency":"EUR","returnUrl":"","expiresAt":"2026-12-20T00:00:00.000Z"})");
}

TEST_F(Waiting, APaymentWithoutAWalletIsTakenWhenTheSettingsChange) {
    test.offerOutside("connector.pay.payment_state", [](const Json&) {
        return Json::object({{"state", "paid"}, {"amount", 5000}, {"paymentId", "p1"}});
    });
    std::vector<string> wallets;
    test.offer("sales.pay", [&](const Json& input) {
        wallets.push_back(input.textOr("walletId"));
        if (wallets.back().empty()) {
            throw ApiError(404, "wallet-not-found");
        }
        return Json::object();
    });
    const auto attempt = [&](const string& column) {
        return test.database().run("SELECT " + column + " FROM integrations.attempt").rows.at(0).at(0);
    };
    EXPECT_EQ(link(), "made");
    runLast("watch");
    EXPECT_EQ(attempt("state || ' ' || error"), "held wallet-not-found");
    runLast("watch");
    EXPECT_EQ(attempt("state"), "held") << "nothing has changed";
    const auto changed =
        test.patch("changeIntegrationSettings", {{"walletId", "wal_2"}}, {{"provider", "pay"}});
    EXPECT_EQ(changed.status, 200) << changed.code << changed.fault;
    runLast("watch");
    EXPECT_EQ(attempt("state || ' ' || status"), "done paid");
    EXPECT_EQ(wallets, (std::vector<string>{"", "wal_2"}));
}

TEST_F(Waiting, APaymentOfAnotherCurrencyIsHeldForAPerson) {
    Json told = Json::object({{"state", "paid"}, {"amount", 5000}, {"currency", "JPY"}});
    test.offerOutside("connector.pay.payment_state", [&](const Json&) { return told; });
    int paid = 0;
    test.offer("sales.pay", [&](const Json&) {
        ++paid;
        return Json::object();
    });
    EXPECT_EQ(link(), "made");
    runLast("watch");
    const auto held = test.database().run("SELECT state || ' ' || error FROM integrations.attempt");
    EXPECT_EQ(held.rows.at(0).at(0), "held currency-mismatch:JPY");
    EXPECT_EQ(test.history().back().action, "payment_link.held");
    EXPECT_EQ(paid, 0);
    told.set("currency", "EUR");
    EXPECT_EQ(link(), "made") << "another link";
    runLast("watch");
    EXPECT_EQ(paid, 1);
}

TEST_F(Waiting, ADocumentGoesToAProviderThatTakesItsCurrency) {
    test.offer("connector.cash.describe", [](const Json&) {
        return Json::object({{"kind", "mobile_money"},
                             {"auth", "none"},
                             {"capabilities", Json::array({"payment-link"})},
                             {"currencies", Json::array({"XOF"})}});
    });
    test.offerOutside("connector.cash.payment_link",
                      [](const Json&) -> Json { throw ApiError(400, "provider-refused", {"currency"}); });
    const auto made = test.post("connectIntegration", Json::object(), {{"provider", "cash"}});
    EXPECT_EQ(made.status, 201) << made.code << made.fault;
    EXPECT_EQ(link(), "made");
    EXPECT_EQ(asked, 1);
    const auto named =
        test.post("createPaymentLink", {{"provider", "cash"}}, {{"kind", "sale"}, {"id", "sal_1"}});
    EXPECT_EQ(named.code, "provider-refused:currency") << named.fault;
    EXPECT_EQ(test.remove("disconnectIntegration", {{"provider", "pay"}}).status, 204);
    EXPECT_EQ(link(), "provider-refused:currency") << "nobody takes it";
}

TEST_F(Waiting, AFeedWaitsForWhatADocumentWasTold) {
    refusal = "integration-unreachable:http-429";
    retryAfter = "600";
    link();
    runLast("sync");
    EXPECT_EQ(asked, 1);
    const Json feed = shown()["feeds"][0];
    EXPECT_EQ(feed["failures"].integer(), 0);
    EXPECT_EQ(feed["lastError"].text(), "integration-unreachable:retry-after");
    EXPECT_GE(test.jobs().back().due, test.situation().now + 10 * Instant::Minute);
}

TEST_F(Waiting, AnOpenCircuitIsNoFailureOfTheCompany) {
    refusal = "integration-unreachable:circuit-open";
    retryAfter = "30";
    openCircuit = true;
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(link(), "integration-unreachable:circuit-open");
    }
    EXPECT_EQ(shown()["state"].text(), "connected");
    runLast("sync");
    EXPECT_EQ(shown()["feeds"][0]["failures"].integer(), 0);
    EXPECT_EQ(shown()["feeds"][0]["lastError"].text(), "integration-unreachable:circuit-open");
    EXPECT_GE(test.jobs().back().due, test.situation().now + 30 * Instant::Second);
    EXPECT_LE(test.jobs().back().due, test.situation().now + 90 * Instant::Second);
    const int before = asked;
    refusal.clear();
    EXPECT_EQ(link(), "made") << "the host says when, not the provider";
    EXPECT_EQ(asked, before + 1);
}

TEST_F(Waiting, WrongSignaturesAreCountedAndShown) {
    const string url = shown()["hookUrl"].text();
    const string token = url.substr(url.rfind('/') + 1);
    const auto call = [&](const string& provider, const string& with) {
        return test
            .post("receiveProviderCall", Json::object(),
                  {{"provider", provider}, {"companyId", "com_x"}, {"token", with}})
            .code;
    };
    EXPECT_EQ(call("pay", token), "signature-invalid");
    EXPECT_EQ(call("pay", "0000"), "signature-invalid");
    EXPECT_EQ(call("nobody", "0000"), "signature-invalid");
    EXPECT_EQ(counted, (std::vector<string>{R"({"event":"signature-invalid","subject":"pay"})",
                                            R"({"event":"signature-invalid","subject":"pay"})",
                                            R"({"event":"signature-invalid","subject":"unknown"})"}));
    int shownCalls = 0;
    const Json integration = shown();
    for (const Json& one : integration["lastCalls"].items()) {
        shownCalls += one.textOr("errorCode") == "signature-invalid" ? 1 : 0;
    }
    EXPECT_EQ(shownCalls, 1) << "strangers without the token fill nobody's list";
}

TEST_F(Waiting, CallsWithoutAnIdentifierAreToldApartByTheirContent) {
    Json what = Json::object({{"about", "payment"}, {"reference", "r1"}});
    test.offer("connector.pay.hook", [&](const Json&) { return what; });
    const string url = shown()["hookUrl"].text();
    const auto filed = [&](int event) {
        const std::size_t before = test.jobs().size();
        const auto taken = test.post(
            "receiveProviderCall", Json::object({{"event", event}}),
            {{"provider", "pay"}, {"companyId", "com_x"}, {"token", url.substr(url.rfind('/') + 1)}});
        EXPECT_EQ(taken.status, 200) << taken.code << taken.fault;
        return test.jobs().size() - before;
    };
    EXPECT_EQ(filed(1), 1U);
    EXPECT_EQ(filed(1), 0U) << "the same call again";
    what.set("id", "");
    EXPECT_EQ(filed(2), 1U);
    what.set("id", "evt_3");
    EXPECT_EQ(filed(2), 1U);
    EXPECT_EQ(filed(4), 0U);
}

TEST_F(Waiting, CallsAreListedForThirtyDays) {
    const string url = shown()["hookUrl"].text();
    test.post("receiveProviderCall", Json::object(),
              {{"provider", "pay"}, {"companyId", "com_x"}, {"token", url.substr(url.rfind('/') + 1)}});
    const auto listed = [&] {
        test.job("forget");
        return test.get("listProviderCalls", {{"provider", "pay"}}).json()["data"].size();
    };
    const std::size_t before = listed();
    EXPECT_GE(before, 1U);
    test.situation().now = test.situation().now + 29 * Instant::Day;
    EXPECT_EQ(listed(), before);
    test.situation().now = test.situation().now + 2 * Instant::Day;
    EXPECT_EQ(listed(), 0U);
}

} // namespace
} // namespace svc::integrations::testing
