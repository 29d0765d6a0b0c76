// Declined cards, and refunds made at the provider for the payment of a quote. Stripe is faked by
// outsideWorld().
#include <algorithm>

#include "api/business/fake_stripe.hpp"
#include "api/business/outside_story.hpp"

namespace svc::test {
namespace {

class CardPayments : public OutsideStory {
protected:
    CardPayments() : OutsideStory("stripe") {
        connect(js("{'secretKey':'sk_live_1','webhookSecret':'whsec_1'}"),
                Json::object({{"walletId", desk.value("bankWalletId")}}));
        eventTypes();
        types.clear();
    }

    /// The provider's own id of a new link: the last part of its URL. A link that ends today is a session.
    std::string linkOf(const std::string& document, bool session = false) {
        Json body = Json::object();
        if (session) {
            body.set("expiresAt", (advanceClock(0) + Instant::Hour).toString());
        }
        const Answer made = ask(document, "payment-link", body);
        EXPECT_TRUE(hasStatus(made, 201));
        EXPECT_EQ(made.json.textOr("status"), "active");
        const std::string url = made.json.textOr("url");
        return url.substr(url.rfind('/') + 1);
    }
    /// An event of Stripe, signed now.
    void tell(const std::string& type, const Json& object) {
        const std::string body =
            Json::object(
                {{"id", unique("evt_")}, {"type", type}, {"data", Json::object({{"object", object}})}})
                .dump();
        const std::string time = std::to_string(advanceClock(0).seconds());
        EXPECT_TRUE(hasStatus(
            call(body, "Stripe-Signature", "t=" + time + ",v1=" + hmac("whsec_1", time + '.' + body)), 200));
    }
    void tellSession(const std::string& type, const std::string& session) {
        tell("checkout.session." + type, Json::object({{"id", session}, {"payment_link", nullptr}}));
    }
    std::ptrdiff_t countOf(const std::string& type) {
        const auto& seen = eventTypes();
        return std::count(seen.begin(), seen.end(), type);
    }
    void untilTold(const std::string& type) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (countOf(type) == 0 && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        EXPECT_EQ(countOf(type), 1) << type;
    }
    std::string stateOf(const std::string& reference) {
        return desk.service()
            .sql("SELECT status || ' ' || coalesce(error, 'none') FROM integrations.attempt WHERE reference "
                 "= '" +
                 reference + "'")
            .at(0);
    }

    FakeStripe stripe;
};

TEST_F(CardPayments, ADeclinedCardLeavesTheSaleUnpaidAndTheSecondTryPaysItOnce) {
    const std::string sale = document("/sales");
    const std::string first = linkOf("sale/" + sale, true);
    eventTypes();
    types.clear();
    stripe.decline(first, "card_declined");
    tellSession("async_payment_failed", first);
    untilTold("payment.failed");
    EXPECT_EQ(stateOf(first), "failed card_declined");
    Json found = desk.read("/sales/" + sale);
    EXPECT_EQ(found["balance"].integer(), 12000);
    EXPECT_EQ(found["payments"].size(), 0U);
    tellSession("async_payment_failed", first);

    const std::string second = linkOf("sale/" + sale, true);
    EXPECT_NE(second, first);
    stripe.pay(second, 12000);
    tellSession("completed", second);
    found = until("/sales/" + sale, [](const Json& one) { return one["balance"].integer() == 0; });
    tellSession("completed", second);
    tellSession("async_payment_failed", first);
    EXPECT_EQ(found["payments"].size(), 1U);
    EXPECT_EQ(stateOf(second), "paid none");
    EXPECT_EQ(stateOf(first), "failed card_declined");
    EXPECT_EQ(countOf("payment.received"), 1);
    EXPECT_EQ(countOf("payment.failed"), 1) << "told once, however often it is called";
}

TEST_F(CardPayments, ADirectDebitOnItsWayIsNotAskedForAgain) {
    const std::string sale = document("/sales");
    const std::string publicUrl = desk.read("/sales/" + sale).textOr("publicUrl");
    const std::string page = publicUrl.substr(publicUrl.find("/public/"));
    HttpClient reader = desk.service().anonymous();
    const auto shown = [&] { return reader.get(page, {{"Accept", "application/json"}}).json; };
    const auto way = [&] { return reader.get(page + "/pay").header("location"); };
    EXPECT_EQ(shown()["onItsWay"].integer(), 0);
    const std::string address = way();
    const std::string reference = address.substr(address.rfind('/') + 1);
    const Json session = Json::object({{"id", "cs_x"}, {"payment_link", reference}});
    stripe.debit(reference);
    tell("checkout.session.completed", session);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (shown()["onItsWay"].integer() == 0 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    const Json waiting = shown();
    EXPECT_EQ(waiting["onItsWay"].integer(), 12000);
    EXPECT_TRUE(waiting["paymentUrl"].isNull());
    EXPECT_EQ(way(), publicUrl);
    stripe.pay(reference, 12000);
    tell("checkout.session.async_payment_succeeded", session);
    until("/sales/" + sale, [](const Json& one) { return one["balance"].integer() == 0; });
    EXPECT_EQ(shown()["onItsWay"].integer(), 0);
}

TEST_F(CardPayments, MoneyOfAQuoteThatIsGivenBackIsHeldForAPerson) {
    const std::string quote = document("/quotes");
    const std::string reference = linkOf("quote/" + quote);
    stripe.pay(reference, 12000);
    tell("checkout.session.completed", Json::object({{"id", "cs_x"}, {"payment_link", reference}}));
    const Json converted =
        until("/quotes/" + quote, [](const Json& one) { return one.textOr("status") == "converted"; });
    const std::string sale = converted.textOr("saleId");
    EXPECT_EQ(desk.read("/sales/" + sale)["balance"].integer(), 0);

    stripe.refund(4000);
    const Json charge = Json::object({{"id", "ch_1"}, {"payment_intent", "pi_" + reference}});
    tell("charge.refunded", charge);
    until("/history/quote/" + quote, [](const Json& history) {
        return history.dump().find("\"refunded-at-provider:4000\"") != std::string::npos;
    });
    stripe.refund(12000);
    tell("charge.refunded", charge);
    until("/history/quote/" + quote, [](const Json& history) {
        return history.dump().find("\"refunded-at-provider:12000\"") != std::string::npos;
    });
    until("/history/sale/" + sale, [](const Json& history) {
        return history.dump().find("\"refunded-at-provider:12000\"") != std::string::npos;
    });
    const Json kept = desk.read("/sales/" + sale);
    EXPECT_EQ(kept["payments"].size(), 1U);
    EXPECT_EQ(kept["balance"].integer(), 0) << "a person refunds or credits the sale";
    EXPECT_EQ(countOf("payment.received"), 1);
}

} // namespace
} // namespace svc::test
