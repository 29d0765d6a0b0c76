#include <gtest/gtest.h>

#include "provider_test.hpp"

namespace svc::integrations::testing {
namespace {

using std::string;

/// A link of a provider whose verb payment_state answers `told` and keeps its last input in `given`.
class PaymentStates : public ProviderTest {
protected:
    PaymentStates()
        : ProviderTest("pay", Json::object({{"kind", "payment"},
                                            {"auth", "none"},
                                            {"capabilities", Json::array({"payment-link"})}})) {
        test.offerOutside("connector.pay.payment_link", [](const Json& input) {
            return Json::object(
                {{"reference", "r1"}, {"url", "https://pay.example/r1"}, {"expiresAt", input["expiresAt"]}});
        });
        test.offerOutside("connector.pay.payment_state", [this](const Json& input) {
            given = input;
            return told;
        });
        test.offer("connector.pay.hook", [](const Json&) {
            return Json::object(
                {{"id", "evt_1"}, {"about", "payment"}, {"reference", "r1"}, {"named", "cs_1"}});
        });
        test.offer("sales.get", [this](const Json&) { return sale; });
        test.offer("sales.pay", [this](const Json&) {
            ++paid;
            return Json::object();
        });
        test.offer("sales.payment_failed", [this](const Json&) {
            ++failed;
            return Json::object();
        });
        connect();
        const auto made =
            test.post("createPaymentLink", {{"expiresAt", test.situation().now + Instant::Hour}},
                      {{"kind", "sale"}, {"id", "sal_1"}});
        EXPECT_EQ(made.status, 201) << made.code << made.fault;
    }
    string attempt() {
        return test.database()
            .run("SELECT state || ' ' || status || ' ' || coalesce(error, '-') FROM integrations.attempt")
            .rows.at(0)
            .at(0)
            .value_or("");
    }

    Json sale = saleRecord();
    Json told = Json::object({{"state", "pending"}});
    Json given;
    int paid = 0;
    int failed = 0;
};

TEST_F(PaymentStates, AreAskedForWithWhatACallNamesAndWhatIsStillDue) {
    runLast("watch");
    EXPECT_FALSE(given.contains("named"));
    EXPECT_EQ(given["due"].integer(), 5000);

    const string url = test.get("listIntegrations").json()[0]["hookUrl"].text();
    const auto called =
        test.post("receiveProviderCall", Json::object(),
                  {{"provider", "pay"}, {"companyId", "com_x"}, {"token", url.substr(url.rfind('/') + 1)}});
    EXPECT_EQ(called.status, 200) << called.code << called.fault;
    sale.set("balance", 1200);
    runLast("incoming");
    EXPECT_EQ(given.textOr("named"), "cs_1");
    EXPECT_EQ(given["due"].integer(), 1200);

    sale.set("status", "cancelled");
    runLast("watch");
    EXPECT_EQ(given["due"].integer(), 0) << "nobody owes a cancelled sale";
}

TEST_F(PaymentStates, WithMoneyOnItsWayStayOpenBeyondTheTimeLimit) {
    const Instant begun = test.situation().now;
    told.set("processing", true);
    runLast("watch");
    for (const std::int64_t days : {2, 14, 29}) {
        test.situation().now = begun + days * Instant::Day;
        runLast("watch");
        ASSERT_TRUE(test.jobEnd().again) << days;
        EXPECT_EQ(attempt(), "done open -") << days;
        EXPECT_EQ(failed, 0) << days;
    }
    told = Json::object({{"state", "paid"}, {"amount", 5000}});
    runLast("watch");
    EXPECT_EQ(attempt(), "done paid -");
    EXPECT_EQ(paid, 1);
    EXPECT_EQ(failed, 0);
}

TEST_F(PaymentStates, ThatStayPendingEndWithTheTimeLimit) {
    const Instant begun = test.situation().now;
    told.set("processing", true);
    runLast("watch");
    told.remove("processing");
    test.situation().now = begun + 2 * Instant::Day;
    runLast("watch");
    EXPECT_EQ(attempt(), "done expired -") << "the money did not come after all";
    EXPECT_EQ(failed, 1);
}

TEST_F(PaymentStates, OfMoneyThatNeverComesEndAfterThirtyDays) {
    told.set("processing", true);
    runLast("watch");
    test.situation().now = test.situation().now + 31 * Instant::Day;
    runLast("watch");
    EXPECT_EQ(attempt(), "done expired -");
    EXPECT_EQ(failed, 1);
}

TEST_F(PaymentStates, OfPlayMoneyAreHeldForAPerson) {
    told = Json::object({{"state", "paid"}, {"amount", 5000}, {"playMoney", true}});
    runLast("watch");
    EXPECT_EQ(attempt(), "held open play-money");
    EXPECT_EQ(test.history().back().action, "payment_link.held");
    EXPECT_EQ(paid, 0);
}

TEST_F(PaymentStates, OfFurtherPlayMoneyAreHeldToo) {
    told = Json::parse(R"({"state":"paid","amount":5000,"paymentId":"p1","playMoney":true,)"
                       R"("others":[{"paymentId":"p2","amount":5000}]})");
    runLast("watch");
    const auto held = test.database().run(
        "SELECT count(*) FROM integrations.attempt WHERE state || ' ' || error = 'held play-money'");
    EXPECT_EQ(held.rows.at(0).at(0), "2");
    EXPECT_EQ(paid, 0);
}

} // namespace
} // namespace svc::integrations::testing
