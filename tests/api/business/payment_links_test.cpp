// Payment links of Stripe, faked by the test: requests of people, notifications of the provider, and the
// payment is booked once.
#include <array>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>

#include <openssl/hmac.h>

#include "api/business/desk.hpp"
#include "api/business/fake_stripe.hpp"

#include <svc/date.hpp>
#include <svc/encoding.hpp>

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

class PaymentLinks : public ::testing::Test {
protected:
    PaymentLinks() {
        EXPECT_TRUE(
            isRefusal(connect("{'secretKey':'sk_live_1'}", "{}"), 400, "field-required:settings.walletId"));
        const Answer made = connect("{'secretKey':'sk_live_1','webhookSecret':'whsec_1'}",
                                    "{'walletId':'" + desk.value("bankWalletId") + "'}");
        EXPECT_TRUE(hasStatus(made, 201));
        hook = made.json.textOr("hookUrl");
        hook = hook.substr(hook.find("/hooks/"));
        // Waits for the first run of the feed, whose calls would otherwise come in between.
        const auto end = Clock::now() + seconds(20);
        while (feedOfPayouts()["lastAt"].isNull() && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(100));
        }
        desk.events();
    }
    ~PaymentLinks() override {
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/stripe")).status, 204);
    }

    Json feedOfPayouts() {
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == "stripe") {
                return one["feeds"][0];
            }
        }
        return {};
    }
    Answer connect(const std::string& credentials, const std::string& settings) {
        return desk.post("/integrations/stripe/connect",
                         js("{'credentials':" + credentials + ",'settings':" + settings + "}"));
    }
    std::string sale() {
        return desk
            .make("/sales", js("{'partnerId':'$1','lines':[{'label':'Coffee','quantity':1,'unitPrice':120}]}",
                               {partner}))
            .textOr("id");
    }
    Answer link(const std::string& document, const std::string& body = "{}") {
        return desk.post("/integrations/documents/" + document + "/payment-link", js(body));
    }
    /// The provider's own id of the link: the last part of its URL.
    static std::string referenceOf(const Json& link) {
        const std::string url = link.textOr("url");
        return url.substr(url.rfind('/') + 1);
    }
    Answer tell(const std::string& event, const std::string& reference,
                const std::string& secret = "whsec_1") {
        const bool isLink = reference.rfind("plink_", 0) == 0;
        return call(event, "checkout.session.completed",
                    Json::object({{"id", isLink ? "cs_x" : reference},
                                  {"payment_link", isLink ? Json(reference) : Json(nullptr)}}),
                    secret);
    }
    /// An event of Stripe, signed as Stripe does.
    Answer call(const std::string& event, const std::string& type, Json object, const std::string& secret) {
        const Json body = Json::object(
            {{"id", event}, {"type", type}, {"data", Json::object({{"object", std::move(object)}})}});
        const std::string time = std::to_string(now().micros() / Instant::Second);
        const std::string text = time + '.' + body.dump();
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned int size = 0;
        HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size);
        const std::string mac = hexEncode({reinterpret_cast<const char*>(digest.data()), size});
        return desk.service().anonymous().post(hook, body,
                                               {{"Stripe-Signature", "t=" + time + ",v1=" + mac}});
    }
    void advance(seconds time) {
        desk.service().anonymous().post("/testing/clock",
                                        js("{'advance':'PT$1S'}", {std::to_string(time.count())}));
    }
    Json saleUntil(const std::string& id, std::int64_t balance) { return saleUntil(desk, id, balance); }
    static Json saleUntil(Desk& reader, const std::string& id, std::int64_t balance) {
        const auto end = Clock::now() + seconds(20);
        Json found = reader.read("/sales/" + id);
        while (found["balance"].integer() != balance && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(200));
            found = reader.read("/sales/" + id);
        }
        EXPECT_EQ(found["balance"].integer(), balance);
        return found;
    }
    /// Waits until the history of a document contains this action.
    bool happens(const std::string& kind, const std::string& id, const std::string& action) {
        return happens(desk, kind, id, action);
    }
    static bool happens(Desk& reader, const std::string& kind, const std::string& id,
                        const std::string& action) {
        const auto end = Clock::now() + seconds(20);
        do {
            const Json history = reader.read("/history/" + kind + '/' + id);
            for (const Json& line : history["data"].items()) {
                if (line.textOr("action") == action) {
                    return true;
                }
            }
            std::this_thread::sleep_for(milliseconds(200));
        } while (Clock::now() < end);
        return false;
    }
    std::size_t count(const std::string& type) {
        std::size_t found = 0;
        for (const Json& event : desk.events()) {
            found += event.textOr("type") == type ? 1U : 0U;
        }
        return found;
    }

    /// The first new event of this type; null when none comes.
    Json awaited(const std::string& type) {
        const auto end = Clock::now() + seconds(20);
        while (Clock::now() < end) {
            for (const Json& event : desk.events()) {
                if (event.textOr("type") == type) {
                    return event;
                }
            }
            std::this_thread::sleep_for(milliseconds(100));
        }
        return nullptr;
    }

    /// The service's clock, which other tests have moved forward.
    Instant now() {
        const Json made =
            desk.service().live().post(desk.path("/partners"), js("{'name':'$1'}", {unique("Clock")})).json;
        return Instant::parse(made.textOr("createdAt")).value();
    }
    std::string soon() { return (now() + Instant::Hour).toString(); }
    std::string one(const std::string& sql) { return desk.service().sql(sql).at(0); }

    FakeStripe stripe;
    Desk desk{serviceWithProvider()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");
    std::string hook;
};

TEST_F(PaymentLinks, APaidLinkPaysTheSaleOnceHoweverOftenItIsTold) {
    const std::string id = sale();
    const Answer made = link("sale/" + id);
    ASSERT_TRUE(hasStatus(made, 201));
    EXPECT_EQ(made.json["amount"].integer(), 12000);
    EXPECT_EQ(made.json.textOr("status"), "active");
    const std::string reference = referenceOf(made.json);
    EXPECT_TRUE(isRefusal(tell("evt_wrong", reference, "whsec_2"), 400, "signature-invalid"));
    EXPECT_THAT(desk.service().anonymous().get("/metrics").body,
                ::testing::HasSubstr("svc_plugin_events_total{plugin=\"integrations\","
                                     "event=\"signature-invalid\",subject=\"stripe\"} "));
    desk.events();
    stripe.pay(reference, 12000);
    const std::string event = unique("evt_");
    EXPECT_TRUE(hasStatus(tell(event, reference), 200));
    const Json sale = saleUntil(id, 0);
    EXPECT_TRUE(hasStatus(tell(event, reference), 200)) << "the same call again";
    EXPECT_TRUE(hasStatus(tell(unique("evt_"), reference), 200)) << "another call about the same";
    EXPECT_EQ(count("payment.received"), 1U);
    EXPECT_EQ(desk.read("/sales/" + id)["payments"].size(), 1U);
    EXPECT_EQ(sale["payments"][0].textOr("method"), "payment_link");
    const Json moved = desk.read("/transactions?limit=5");
    EXPECT_NE(moved.dump().find("\"bank_fees\""), std::string::npos) << "what Stripe keeps is posted";
    EXPECT_EQ(one("SELECT count(*) FROM integrations.incoming_call WHERE external_id = '" + event + "'"),
              "1");
}

TEST_F(PaymentLinks, ThePublicPageOfASaleLeadsToTheSamePageOfPaymentUntilItIsPaid) {
    const std::string id = sale();
    const std::string publicUrl = desk.read("/sales/" + id).textOr("publicUrl");
    const std::string page = publicUrl.substr(publicUrl.find("/public/"));
    HttpClient reader = desk.service().anonymous();
    const auto shown = [&] { return reader.get(page, {{"Accept", "application/json"}}).json; };
    ASSERT_EQ(shown().textOr("paymentUrl"), publicUrl + "/pay");
    EXPECT_NE(reader.get(page, {{"Accept", "text/html"}, {"Accept-Language", "en"}}).body.find("Pay now"),
              std::string::npos);

    EXPECT_EQ(reader.send("HEAD", page + "/pay", std::nullopt).status, 200);
    EXPECT_EQ(stripe.made(), 0U) << "who only looks at the address makes no page";
    const Answer sent = reader.get(page + "/pay");
    ASSERT_TRUE(hasStatus(sent, 302));
    const std::string address = sent.header("location");
    EXPECT_EQ(address.find("https://checkout.stripe.com/"), 0U);
    EXPECT_EQ(reader.get(page + "/pay").header("location"), address) << "the page that is open";
    EXPECT_EQ(stripe.made(), 1U);

    const std::string reference = address.substr(address.rfind('/') + 1);
    stripe.pay(reference, 12000);
    tell(unique("evt_"), reference);
    saleUntil(id, 0);
    EXPECT_TRUE(shown()["paymentUrl"].isNull());
    EXPECT_TRUE(isRefusal(reader.get(page + "/pay"), 400, "nothing-due"));
}

TEST_F(PaymentLinks, EveryCallOfBothSidesIsListedWithoutSecrets) {
    const std::string id = sale();
    const std::string reference = referenceOf(link("sale/" + id).json);
    tell(unique("evt_"), reference, "whsec_2");
    tell(unique("evt_"), reference);
    const auto shown = [](const Json& call) {
        return call.textOr("direction") + ' ' + call.textOr("method") + ' ' + call.textOr("path") + ' ' +
               call.textOr("outcome") + ' ' + call.textOr("errorCode", "none");
    };
    const Json page = desk.read("/integrations/stripe/calls?limit=200");
    std::vector<std::string> lines;
    for (const Json& call : page["data"].items()) {
        lines.push_back(shown(call));
        EXPECT_FALSE(call.textOr("requestId").empty());
    }
    const std::string all = page.dump();
    EXPECT_EQ(all.find("sk_live_1"), std::string::npos);
    EXPECT_EQ(all.find(hook.substr(hook.rfind('/') + 1)), std::string::npos) << "the token of the address";
    EXPECT_THAT(lines, ::testing::Contains("out GET /v1/account succeeded none")) << "the connection";
    EXPECT_THAT(lines, ::testing::Contains("out POST /v1/payment_links succeeded none"));
    EXPECT_THAT(lines, ::testing::Contains("in POST /hooks/stripe refused signature-invalid"));
    EXPECT_THAT(lines, ::testing::Contains("in POST /hooks/stripe succeeded none"));

    const Json first = desk.read("/integrations/stripe/calls?limit=1");
    EXPECT_EQ(first["data"].size(), 1U);
    EXPECT_TRUE(first["hasMore"].boolean());
    const Json next = desk.read("/integrations/stripe/calls?limit=1&cursor=" + first.textOr("nextCursor"));
    EXPECT_LT(next["data"].at(0).textOr("id"), first["data"].at(0).textOr("id")) << "newest first";
    EXPECT_EQ(desk.get("/integrations/paypal/calls?cursor=" + first.textOr("nextCursor")).code(),
              "cursor-invalid");
    EXPECT_TRUE(isRefusal(desk.get("/integrations/none/calls"), 404, "provider-not-found"));
    Desk stranger{desk.service(), unique("Firm"), "FR"};
    EXPECT_EQ(stranger.read("/integrations/stripe/calls")["data"].size(), 0U);
}

TEST_F(PaymentLinks, TheListHasAllThatASettingsPageNeeds) {
    link("sale/" + sale());
    const auto stripeOf = [](const Json& list) {
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == "stripe") {
                return one;
            }
        }
        return Json();
    };
    const Json shown = stripeOf(desk.read("/integrations"));
    EXPECT_EQ(shown.textOr("logo"), "stripe");
    EXPECT_EQ(shown.textOr("keysUrl"), "https://dashboard.stripe.com/apikeys");
    EXPECT_EQ(shown["credentialsSchema"]["required"][0].text(), "secretKey");
    EXPECT_TRUE(same(shown["lastCalls"][0], desk.read("/integrations/stripe/calls?limit=1")["data"][0]));
    EXPECT_LE(shown["lastCalls"].size(), 5U);
    Desk stranger{desk.service(), unique("Firm"), "FR"};
    EXPECT_EQ(stripeOf(stranger.read("/integrations"))["lastCalls"].size(), 0U);
    EXPECT_TRUE(isRefusal(
        stranger.post("/integrations/stripe/connect",
                      js("{'credentials':{},'settings':{'walletId':'$1'}}", {desk.value("bankWalletId")})),
        400, "field-required:credentials.secretKey"));
}

TEST_F(PaymentLinks, WhoPaysTwiceIsHeldForAPerson) {
    const std::string id = sale();
    const std::string first = referenceOf(link("sale/" + id).json);
    const std::string second = referenceOf(link("sale/" + id).json);
    stripe.pay(first, 12000);
    tell(unique("evt_"), first);
    saleUntil(id, 0);
    stripe.pay(second, 12000);
    tell(unique("evt_"), second);
    EXPECT_TRUE(happens("sale", id, "payment_link.held"));
    EXPECT_EQ(desk.read("/sales/" + id)["payments"].size(), 1U);
    EXPECT_TRUE(isRefusal(link("sale/" + id), 400, "nothing-due"));
}

TEST_F(PaymentLinks, MoneyGivenBackAtTheProviderIsHeldForAPerson) {
    const std::string id = sale();
    const std::string reference = referenceOf(link("sale/" + id).json);
    stripe.pay(reference, 12000);
    tell(unique("evt_"), reference);
    saleUntil(id, 0);
    const auto held = [&](const std::string& error) {
        return happens("sale", id, "payment_link.held") &&
               desk.read("/history/sale/" + id).dump().find(error) != std::string::npos;
    };
    stripe.refund(5000);
    const Json charge = Json::object({{"id", "ch_1"}, {"payment_intent", "pi_" + reference}});
    ASSERT_TRUE(hasStatus(call(unique("evt_"), "charge.refunded", charge, "whsec_1"), 200));
    EXPECT_TRUE(held("refunded-at-provider:5000"));
    const Json sale = desk.read("/sales/" + id);
    EXPECT_EQ(sale["payments"].size(), 1U);
    EXPECT_EQ(sale["balance"].integer(), 0) << "a person refunds or credits the sale";
}

TEST_F(PaymentLinks, AnExpiredSessionIsAFailedPayment) {
    const std::string id = sale();
    desk.events();
    const Answer made = link("sale/" + id, "{'amount':50,'expiresAt':'" + soon() + "'}");
    ASSERT_TRUE(hasStatus(made, 201));
    stripe.expire(referenceOf(made.json));
    tell(unique("evt_"), referenceOf(made.json));
    const auto end = Clock::now() + seconds(20);
    std::size_t failed = 0;
    while (failed == 0 && Clock::now() < end) {
        failed = count("payment.failed");
        std::this_thread::sleep_for(milliseconds(200));
    }
    EXPECT_EQ(failed, 1U);
    EXPECT_EQ(desk.read("/sales/" + id)["balance"].integer(), 12000);
}

TEST_F(PaymentLinks, APartThatIsPaidLeavesTheRestOpen) {
    const std::string id = sale();
    const Answer part = link("sale/" + id, "{'amount':50}");
    ASSERT_TRUE(hasStatus(part, 201));
    EXPECT_EQ(part.json["amount"].integer(), 5000);
    stripe.pay(referenceOf(part.json), 5000);
    tell(unique("evt_"), referenceOf(part.json));
    EXPECT_EQ(saleUntil(id, 7000).textOr("paymentStatus"), "partially_paid");
    const Answer rest = link("sale/" + id);
    EXPECT_EQ(rest.json["amount"].integer(), 7000) << "what is still due";
    stripe.pay(referenceOf(rest.json), 7000);
    tell(unique("evt_"), referenceOf(rest.json));
    EXPECT_EQ(saleUntil(id, 0)["payments"].size(), 2U);
}

TEST_F(PaymentLinks, TheLinkOfAQuoteThatExpiresLeavesItOpenAndOneThatIsPaidTwiceIsHeld) {
    const std::string quote =
        desk.make("/quotes",
                  js("{'partnerId':'$1','lines':[{'label':'Tea','quantity':1,'unitPrice':30}]}", {partner}))
            .textOr("id");
    const auto linked = [&] { return referenceOf(link("quote/" + quote).json); };
    const Answer made = link("quote/" + quote, "{'expiresAt':'" + soon() + "'}");
    ASSERT_TRUE(hasStatus(made, 201));
    const Answer later = link("quote/" + quote, "{'expiresAt':'" + soon() + "'}");
    desk.events();
    stripe.expire(referenceOf(made.json));
    tell(unique("evt_"), referenceOf(made.json));
    EXPECT_TRUE(happens("quote", quote, "payment_link.expired"));
    EXPECT_EQ(desk.read("/quotes/" + quote).textOr("status"), "open");
    EXPECT_EQ(count("payment.failed"), 0U) << "the event names a sale, and there is none";

    const std::string first = linked();
    const std::string second = linked();
    stripe.pay(first, 3000);
    tell(unique("evt_"), first);
    EXPECT_TRUE(happens("quote", quote, "quote.converted"));
    const std::string sale = desk.read("/quotes/" + quote).textOr("saleId");
    saleUntil(sale, 0);
    stripe.pay(second, 3000);
    tell(unique("evt_"), second);
    EXPECT_TRUE(happens("quote", quote, "payment_link.held"));
    EXPECT_EQ(desk.read("/sales/" + sale)["payments"].size(), 1U);
    desk.events();
    stripe.expire(referenceOf(later.json));
    tell(unique("evt_"), referenceOf(later.json));
    const Json failure = awaited("payment.failed");
    EXPECT_EQ(failure["data"].textOr("saleId"), sale) << "what has become a sale is told as one";
    EXPECT_EQ(failure["data"].textOr("status"), "expired");
}

TEST_F(PaymentLinks, OneOfWhichNothingIsHeardEndsADayAfterItsTime) {
    const std::string id = sale();
    const Answer made = link("sale/" + id, "{'expiresAt':'" + soon() + "'}");
    ASSERT_TRUE(hasStatus(made, 201));
    advance(std::chrono::hours(26)); // at the provider it is still open
    const std::string expired =
        "SELECT status FROM integrations.attempt WHERE document_id = '" + id + "' AND state = 'done'";
    const auto end = Clock::now() + seconds(20);
    while (one(expired) != "expired" && Clock::now() < end) {
        std::this_thread::sleep_for(milliseconds(200));
    }
    EXPECT_EQ(one(expired), "expired");
    const std::string reference = referenceOf(made.json);
    stripe.pay(reference, 12000);
    EXPECT_TRUE(hasStatus(tell(unique("evt_"), reference), 200));
    saleUntil(id, 0); // a later payment still counts
    EXPECT_EQ(one(expired), "paid");
}

TEST_F(PaymentLinks, TheLinkOfAQuoteAcceptsAndConvertsIt) {
    const std::string quote =
        desk.make("/quotes",
                  js("{'partnerId':'$1','lines':[{'label':'Tea','quantity':1,'unitPrice':30}]}", {partner}))
            .textOr("id");
    const Answer made = link("quote/" + quote);
    ASSERT_TRUE(hasStatus(made, 201));
    desk.events();
    stripe.pay(referenceOf(made.json), 3000);
    tell(unique("evt_"), referenceOf(made.json));
    EXPECT_TRUE(happens("quote", quote, "quote.converted"));
    const Json converted = desk.read("/quotes/" + quote);
    EXPECT_EQ(converted.textOr("status"), "converted");
    saleUntil(converted.textOr("saleId"), 0);
    EXPECT_EQ(count("payment.received"), 1U);
}

TEST_F(PaymentLinks, AnAnswerThatIsLostIsAskedForAgainWithTheSameKey) {
    const std::string id = sale();
    const std::size_t before = stripe.made();
    stripe.slow(seconds(2));
    std::thread thread([&] { EXPECT_ANY_THROW(link("sale/" + id)); });
    outsideWorld().waitFor("/v1/payment_links", outsideWorld().received("/v1/payment_links").size() + 1);
    desk.service().kill();
    thread.join();
    desk.service().start();
    stripe.slow(milliseconds(0));
    advance(seconds(180));
    Desk restarted(desk.service()); // the service has another port
    EXPECT_TRUE(happens(restarted, "sale", id, "payment_link.done"));
    EXPECT_EQ(stripe.made(), before + 1) << "one link, asked for twice";
    const std::string reference =
        one("SELECT reference FROM integrations.attempt WHERE document_id = '" + id + "'");
    stripe.pay(reference, 12000);
    EXPECT_TRUE(hasStatus(tell(unique("evt_"), reference), 200));
    saleUntil(restarted, id, 0);
}

TEST_F(PaymentLinks, WaitAsLongAsTheProviderAsks) {
    const std::string id = sale();
    const std::size_t before = stripe.made();
    const auto asked = [] { return outsideWorld().received("/v1/payment_links").size(); };
    stripe.askToWait("600");
    EXPECT_TRUE(isRefusal(link("sale/" + id), 400, "integration-unreachable:http-429"));
    stripe.askToWait("");
    const std::size_t calls = asked();
    EXPECT_TRUE(isRefusal(link("sale/" + id), 400, "integration-unreachable:retry-after"));
    advance(seconds(300)); // without Retry-After the service would retry after two minutes
    std::this_thread::sleep_for(seconds(1));
    EXPECT_EQ(asked(), calls) << "nobody is asked before";
    advance(seconds(301));
    EXPECT_TRUE(happens("sale", id, "payment_link.done"));
    EXPECT_EQ(stripe.made(), before + 1);
}

TEST_F(PaymentLinks, RefusalsNameWhatIsWrong) {
    const std::string id = sale();
    EXPECT_TRUE(isRefusal(link("purchase/" + id), 400, "document-kind-unknown:purchase"));
    EXPECT_TRUE(isRefusal(link("sale/sal_none"), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(link("quote/quo_none"), 404, "quote-not-found"));
    EXPECT_TRUE(isRefusal(link("sale/" + id, "{'amount':120.01}"), 400, "amount-above-outstanding"));
    EXPECT_TRUE(isRefusal(link("sale/" + id, "{'amount':0}"), 400, "field-invalid:amount"));
    EXPECT_TRUE(isRefusal(link("sale/" + id, "{'provider':'none'}"), 400, "integration-not-connected"));
    EXPECT_TRUE(isRefusal(link("sale/" + id, "{'expiresAt':'2020-01-01T00:00:00Z'}"), 400,
                          "field-invalid:expiresAt"));
    EXPECT_TRUE(
        isRefusal(desk.post("/integrations/documents/sale/" + id + "/push-to-phone", js("{'phone':'x'}")),
                  400, "phone-invalid"));
    EXPECT_TRUE(isRefusal(
        desk.post("/integrations/documents/sale/" + id + "/push-to-phone", js("{'phone':'+221770000000'}")),
        400, "integration-not-connected"));
    const std::string wrong = hook.substr(0, hook.rfind('/')) + "/00";
    EXPECT_TRUE(isRefusal(desk.service().anonymous().post(wrong, Json::object()), 400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(desk.service().anonymous().get(hook), 200));
}

TEST(RatesOfProviders, AreRecordedAsThoseOfPeople) {
    Desk desk(serviceWithProvider());
    const std::string command = "/provider/treasury.set_rate";
    const std::string day = desk.today();
    const auto rate = [&](const std::string& currency, const std::string& value) {
        return desk.post(command, js("{'currency':'$1','rate':" + value + ",'date':'$2','source':'ecb'}",
                                     {currency, day}));
    };
    desk.events();
    ASSERT_TRUE(hasStatus(rate("CHF", "0.93215"), 200));
    ASSERT_TRUE(hasStatus(rate("CHF", "0.93215"), 200)) << "the same once more";
    EXPECT_EQ(typesOf(desk.events()), std::vector<std::string>{"rate.updated"});
    EXPECT_NE(desk.read("/rates").dump().find(R"("rate":0.93215,"date":")" + day + R"(","source":"ecb")"),
              std::string::npos);
    EXPECT_TRUE(isRefusal(rate("EUR", "1"), 400, "field-invalid:currency"));
    EXPECT_TRUE(isRefusal(rate("XXQ", "1"), 400, "currency-unsupported:XXQ"));
    EXPECT_TRUE(isRefusal(rate("CHF", "0"), 400, "field-invalid:rate"));
}

} // namespace
} // namespace svc::test
