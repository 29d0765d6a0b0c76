// Payment pages of providers without a test file of their own, from the connection to the books. The
// providers are faked by outsideWorld(), in the forms of their contracts.
#include <array>

#include <svc/http_client.hpp>

#include "api/business/payment_pages.hpp"

namespace svc::test {
namespace {

class WavePages : public PaymentStory {
protected:
    WavePages() : PaymentStory("wave") { connectWith("{'apiKey':'wave_sn_test','webhookSecret':'wh'}"); }
    Reaction answer(const Received& request) override {
        if (request.path == "/v1/balance") {
            return jsonAnswer(200, js("{'amount':'0','currency':'XOF'}"));
        }
        const std::string payment = state == "paid"     ? "succeeded"
                                    : state == "failed" ? "cancelled"
                                                        : "processing";
        const std::string checkout = state == "paid" ? "complete" : state == "expired" ? "expired" : "open";
        Reaction page = jsonAnswer(
            200, js("{'id':'cos-$1','wave_launch_url':'https://pay.wave.com/c/$1','amount':'$4','currency':"
                    "'XOF','checkout_status':'$2','payment_status':'$3','transaction_id':'T-$1',"
                    "'last_payment_error':{'code':'insufficient-funds'},'when_expires':null}",
                    {reference, checkout, payment, std::to_string(came)}));
        page.delay = request.path == Pages ? delay : std::chrono::milliseconds(0);
        return page;
    }
    Answer tell() override { return tellAt(now()); }
    std::string now() { return std::to_string(clockOfService()); }
    /// `time`: the service's time in seconds.
    Answer tellAt(const std::string& time) {
        const std::string body = js("{'id':'$1','type':'checkout.session.completed','data':{'id':'cos-$2'}}",
                                    {unique("EV_"), reference})
                                     .dump();
        return hookWith(body, "application/json",
                        {{"Wave-Signature", "t=" + time + ",v1=" + hmac("wh", time + body)}});
    }

    static constexpr const char* Pages = "/v1/checkout/sessions";
    std::chrono::milliseconds delay{0};
};

TEST_F(WavePages, ArePaidOnceOrRefused) {
    paysOnceAndToldOfAFailure();
}

TEST_F(WavePages, ArePaidInPartOrWithTooMuch) {
    isPaidInPartOrWithTooMuch();
}

TEST_F(WavePages, ThatExpireAreFailedPayments) {
    expires();
}

TEST_F(WavePages, ForOnePhoneArePaidRefusedOrReadWhenNobodyCalls) {
    const auto push = [this](const std::string& id) {
        const Answer asked =
            ask("sale/" + id, "push-to-phone", js("{'phone':'+221770000000','provider':'wave'}"));
        EXPECT_TRUE(hasStatus(asked, 202));
        EXPECT_EQ(asked.json.textOr("url"), "https://pay.wave.com/c/" + reference) << "the company sends it";
        EXPECT_EQ(asked.json.textOr("status"), "pending");
    };
    const std::string accepted = sale();
    push(accepted);
    payAndTell(total);
    const Json paid = untilBalance(accepted, 0);
    EXPECT_EQ(paid["payments"][0].textOr("method"), "mobile_money");
    EXPECT_TRUE(hasStatus(tell(), 200));
    EXPECT_EQ(countOf("payment.received"), 1);

    nextPage();
    const std::string refused = sale();
    push(refused);
    become("failed");
    EXPECT_TRUE(hasStatus(tell(), 200));
    untilOneFailed();
    EXPECT_EQ(desk.read("/sales/" + refused)["balance"].integer(), total);

    nextPage();
    const std::string silent = sale();
    push(silent);
    become("paid"); // and the webhook about it is lost
    passes("PT70S");
    EXPECT_EQ(untilBalance(silent, 0)["payments"].size(), 1U);
    EXPECT_EQ(countOf("payment.received"), 2);
}

TEST_F(WavePages, ThatNobodyLooksAtWithoutAConnectionAreReadOnceItIsThereAgain) {
    const std::string left = linked();
    EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/wave")).status, 204);
    become("paid");
    const auto looks = [this] {
        return outsideWorld().received("/v1/checkout/sessions/cos-" + reference).size();
    };
    const std::size_t before = looks();
    passes("PT61M");
    std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_EQ(looks(), before) << "there are no keys to ask with";
    connectWith("{'apiKey':'wave_sn_test','webhookSecret':'wh'}");
    passes("PT61M");
    EXPECT_EQ(untilBalance(left, 0)["payments"].size(), 1U);
}

TEST_F(WavePages, ACallThatOvertakesTheAnswerThatNamesItsPaymentWaitsForIt) {
    const std::string sale = saleInFrancs();
    const std::string time = now();
    const std::size_t before = outsideWorld().received(Pages).size();
    {
        const std::lock_guard lock(mutex);
        delay = std::chrono::seconds(2);
    }
    Answer made;
    std::thread person([&] { made = ask("sale/" + sale, "payment-link", Json::object()); });
    EXPECT_EQ(outsideWorld().waitFor(Pages, before + 1).size(), before + 1);
    become("paid");
    EXPECT_TRUE(hasStatus(tellAt(time), 200)) << "nobody here knows this payment yet";
    person.join();
    ASSERT_TRUE(hasStatus(made, 201));
    EXPECT_EQ(desk.read("/sales/" + sale)["balance"].integer(), 5000);
    desk.service().anonymous().post("/testing/clock", js("{'advance':'PT61S'}"));
    const Json paid = until("/sales/" + sale, [](const Json& one) { return one["balance"].integer() == 0; });
    EXPECT_EQ(paid["payments"].size(), 1U);
    EXPECT_EQ(countOf("payment.received"), 1);
}

class CinetPayPages : public PaymentStory {
protected:
    CinetPayPages() : PaymentStory("cinetpay") { connectWith("{'apiKey':'k','siteId':'445160'}"); }
    Reaction answer(const Received& request) override {
        const std::string asked = request.json().textOr("transaction_id");
        if (request.path == "/v2/payment") {
            transaction = asked;
            return jsonAnswer(200, js("{'code':'201','message':'CREATED','data':{'payment_token':'t',"
                                      "'payment_url':'https://checkout.cinetpay.com/payment/$1'}}",
                                      {reference}));
        }
        if (asked != transaction) {
            return jsonAnswer(404, js("{'code':'624','message':'UNKNOWN'}"));
        }
        return jsonAnswer(
            200, state == "paid"     ? js("{'code':'00','message':'SUCCES','data':{'amount':'$2','currency':"
                                              "'XOF','status':'ACCEPTED','operator_id':'OP-$1'}}",
                                          {reference, std::to_string(came)})
                 : state == "failed" ? js("{'code':'627','message':'TRANSACTION_CANCELED','data':{}}")
                                     : js("{'code':'662','message':'WAITING_CUSTOMER_PAYMENT','data':{}}"));
    }
    Answer tell() override {
        return hookWith("cpm_site_id=445160&cpm_trans_id=" + percentEncode(transaction) +
                            "&cpm_trans_date=" + unique("now"),
                        "application/x-www-form-urlencoded");
    }
    std::string transaction = "none";
};

TEST_F(CinetPayPages, ArePaidOnceOrRefused) {
    paysOnceAndToldOfAFailure();
}

TEST_F(CinetPayPages, ArePaidInPartOrWithTooMuch) {
    isPaidInPartOrWithTooMuch();
}

TEST_F(CinetPayPages, ACallWithBytesThatAreNoTextIsRefused) {
    for (const char* bytes : {"%FF", "%C3%28", "a%00b"}) {
        const Answer refused = hookWith(std::string("cpm_site_id=445160&cpm_trans_id=") + bytes,
                                        "application/x-www-form-urlencoded");
        EXPECT_TRUE(isRefusal(refused, 400, "signature-invalid")) << bytes;
    }
    const Answer one =
        hookWith("cpm_site_id=1", "application/x-www-form-urlencoded", {{"x-token", "\xff\xfe"}});
    EXPECT_TRUE(isRefusal(one, 400, "signature-invalid"));
    const Answer all =
        desk.service().anonymous().send("POST", "/hooks/shopify", "{}", {{"x-foo", "\xff\xfe"}});
    EXPECT_TRUE(isRefusal(all, 400, "signature-invalid"));
}

/// Two providers with payment pages; the other one is Wave.
class TwoProviders : public CinetPayPages {
protected:
    TwoProviders() {
        EXPECT_TRUE(hasStatus(desk.post("/integrations/wave/connect",
                                        Json::object({{"credentials", js("{'apiKey':'wave_sn_test'}")},
                                                      {"settings", Json::object({{"walletId", wallet}})}})),
                              201));
    }
    void TearDown() override {
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/wave")).status, 204);
        CinetPayPages::TearDown();
    }
    Reaction answer(const Received& request) override {
        if (request.path.find("/v1/") == 0) {
            return jsonAnswer(200,
                              js("{'id':'cos-1','wave_launch_url':'https://pay.wave.com/c/1','amount':'0',"
                                 "'currency':'XOF','checkout_status':'open','payment_status':'processing'}"));
        }
        if (!works) {
            return Reaction::status(429);
        }
        return isKnown ? CinetPayPages::answer(request) : jsonAnswer(200, js("{'code':'609'}"));
    }
    std::string stateOf(const std::string& id) {
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == id) {
                return one.textOr("state");
            }
        }
        return "none";
    }
    std::string chosen(const Json& body = Json::object()) {
        const Answer made = ask("sale/" + saleInFrancs(), "payment-link", body);
        EXPECT_TRUE(hasStatus(made, 201));
        return made.json.textOr("provider");
    }
    void set(bool& what, bool to) {
        const std::lock_guard lock(mutex);
        what = to;
    }
    bool works = true;
    bool isKnown = true;
};

TEST_F(TwoProviders, TheNamedOneIsTakenElseOneThatWorks) {
    EXPECT_EQ(chosen(), "cinetpay") << "both work";
    EXPECT_EQ(chosen(Json::object({{"provider", "wave"}})), "wave");
    set(works, false);
    for (int i = 0; i < 5; ++i) {
        const Answer tried = desk.post("/integrations/cinetpay/test", Json::object());
        EXPECT_EQ(tried.json.textOr("error"), "http-429");
    }
    EXPECT_EQ(stateOf("cinetpay"), "error");
    EXPECT_EQ(countOf("integration.failed"), 1);
    EXPECT_EQ(chosen(), "wave");
    set(works, true);
    EXPECT_TRUE(desk.post("/integrations/cinetpay/test", Json::object()).json["ok"].boolean());
    EXPECT_EQ(stateOf("cinetpay"), "connected");
    EXPECT_EQ(chosen(), "cinetpay");
    EXPECT_TRUE(
        isRefusal(ask("sale/" + saleInFrancs(), "payment-link", Json::object({{"provider", "paydunya"}})),
                  400, "integration-not-connected"));
}

TEST_F(TwoProviders, OneThatDoesNotKnowItsKeysAnyMoreExpires) {
    set(isKnown, false);
    const Answer tried = desk.post("/integrations/cinetpay/test", Json::object());
    EXPECT_FALSE(tried.json["ok"].boolean());
    EXPECT_EQ(tried.json.textOr("error"), "integration-credentials-invalid:609") << "its status is 200";
    EXPECT_EQ(stateOf("cinetpay"), "expired");
    EXPECT_EQ(countOf("integration.disconnected"), 1);
    EXPECT_EQ(chosen(), "wave");
}

class OrangePages : public PaymentStory {
protected:
    OrangePages() : PaymentStory("orange-money") {
        connectWith("{'clientId':'c','clientSecret':'s','merchantKey':'m','environment':'sn'}");
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/oauth/v3/token") {
            return jsonAnswer(200, js("{'access_token':'T','expires_in':3600}"));
        }
        if (request.path == "/orange-money-webpay/sn/v1/webpayment") {
            const Json order = request.json();
            EXPECT_LE(order.textOr("notif_url").size(), 120U);
            EXPECT_EQ(order["amount"].integer(), 5000);
            return jsonAnswer(201, js("{'status':201,'message':'OK','pay_token':'$1','notif_token':'n-$1',"
                                      "'payment_url':'https://webpayment.orange-money.com/$1'}",
                                      {reference}));
        }
        return jsonAnswer(200, js("{'status':'$1','txnid':'MP-$2'}", {state == "paid"      ? "SUCCESS"
                                                                      : state == "failed"  ? "FAILED"
                                                                      : state == "expired" ? "EXPIRED"
                                                                                           : "PENDING",
                                                                      reference}));
    }
    Answer tell() override {
        return hookWith(
            js("{'status':'$1','notif_token':'n-$2','txnid':'$3'}", {state, reference, unique("MP")}).dump(),
            "application/json");
    }
};

TEST_F(OrangePages, ArePaidOnceOrRefused) {
    paysOnceAndToldOfAFailure();
}

TEST_F(OrangePages, ThatExpireAreFailedPayments) {
    expires();
}

class PayDunyaPages : public PaymentStory {
protected:
    PayDunyaPages() : PaymentStory("paydunya") {
        connectWith("{'masterKey':'master','privateKey':'live_1','token':'t'}");
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/checkout-invoice/confirm/connection") {
            return jsonAnswer(404, js("{'response_code':'42','response_text':'Invoice not found'}"));
        }
        if (request.path == "/checkout-invoice/create") {
            return jsonAnswer(200, js("{'response_code':'00','token':'$1','response_text':"
                                      "'https://app.paydunya.com/checkout/invoice/$1'}",
                                      {reference}));
        }
        return jsonAnswer(200, js("{'response_code':'00','status':'$1','invoice':{'total_amount':$2}}",
                                  {state == "paid"     ? "completed"
                                   : state == "failed" ? "cancelled"
                                                       : "pending",
                                   std::to_string(came)}));
    }
    Answer tell() override {
        std::array<char, EVP_MAX_MD_SIZE> digest{};
        unsigned int size = 0;
        EVP_Digest("master", 6, reinterpret_cast<unsigned char*>(digest.data()), &size, EVP_sha512(),
                   nullptr);
        return hookWith("data%5Bhash%5D=" + hexEncode({digest.data(), size}) +
                            "&data%5Binvoice%5D%5Btoken%5D=" + reference + "&data%5Bat%5D=" + unique("t"),
                        "application/x-www-form-urlencoded");
    }
};

TEST_F(PayDunyaPages, ArePaidOnceOrRefused) {
    paysOnceAndToldOfAFailure();
}

TEST_F(PayDunyaPages, ArePaidInPartOrWithTooMuch) {
    isPaidInPartOrWithTooMuch();
}

} // namespace
} // namespace svc::test
