// From the connection of a provider to the books, for those that have no file of their own. The providers are
// stood in for by the outside world of the test, in the forms of their contracts.
#include <algorithm>
#include <array>

#include <svc/http_client.hpp>

#include "api/business/all_providers.hpp"
#include "api/business/outside_story.hpp"

namespace svc::test {
namespace {

class Story : public OutsideStory {
protected:
    explicit Story(const std::string& id) : OutsideStory(id, serviceWithAll()) {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
    }
    /// Who answers is gone when the provider is disconnected.
    void TearDown() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    virtual Reaction answer(const Received& request) = 0;

    /// What the provider says from now on.
    void become(const std::string& to) {
        const std::lock_guard lock(mutex);
        state = to;
    }
    Answer hookWith(const std::string& body, const std::string& type, const HeaderList& headers = {}) {
        HeaderList all = headers;
        all.emplace_back("Content-Type", type);
        return desk.service().anonymous().send("POST", hook, body, all);
    }
    std::ptrdiff_t countOf(const std::string& type) {
        const auto& seen = eventTypes();
        return std::count(seen.begin(), seen.end(), type);
    }
    /// A name of the provider for what it is asked to make.
    std::string reference = unique("ref-");
    std::string state = "pending";
};

/// Pages of payment in francs.
class PaymentStory : public Story {
protected:
    explicit PaymentStory(const std::string& id) : Story(id) {
        wallet = desk.make("/wallets",
                           js("{'name':'$1','kind':'mobile_money','currency':'XOF'}", {unique("Francs")}))
                     .textOr("id");
    }
    /// The provider calls about its page.
    virtual Answer tell() = 0;

    void connectWith(const std::string& credentials) {
        connect(js(credentials), Json::object({{"walletId", wallet}}));
        eventTypes();
        types.clear();
    }
    std::string linked() {
        const std::string sale = saleInFrancs();
        const Answer made = ask("sale/" + sale, "payment-link", Json::object({{"provider", provider}}));
        EXPECT_TRUE(hasStatus(made, 201));
        EXPECT_EQ(made.json["amount"].integer(), 5000);
        EXPECT_NE(made.json.textOr("url").find(reference), std::string::npos) << made.body;
        return sale;
    }
    /// Paid once, however often it is told; one that was refused leaves the sale due.
    void paysOnceAndToldOfAFailure() {
        const std::string paid = linked();
        EXPECT_TRUE(hasStatus(tell(), 200)) << "nothing has happened yet";
        become("paid");
        EXPECT_TRUE(hasStatus(tell(), 200));
        const Json sale =
            until("/sales/" + paid, [](const Json& one) { return one["balance"].integer() == 0; });
        EXPECT_TRUE(hasStatus(tell(), 200));
        EXPECT_EQ(sale["payments"].size(), 1U);
        EXPECT_EQ(sale["payments"][0]["amount"].integer(), 5000);
        EXPECT_EQ(sale["payments"][0].textOr("method"), "payment_link");
        EXPECT_EQ(countOf("payment.received"), 1);

        reference = unique("ref-");
        become("pending");
        const std::string refused = linked();
        become("failed");
        EXPECT_TRUE(hasStatus(tell(), 200));
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (countOf("payment.failed") == 0 && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        EXPECT_EQ(countOf("payment.failed"), 1);
        EXPECT_EQ(desk.read("/sales/" + refused)["balance"].integer(), 5000);
        EXPECT_EQ(countOf("payment.received"), 1);
    }

    std::string wallet;
};

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
        return jsonAnswer(
            200, js("{'id':'cos-$1','wave_launch_url':'https://pay.wave.com/c/$1','amount':'5000','currency':"
                    "'XOF','checkout_status':'$2','payment_status':'$3','transaction_id':'T-$1',"
                    "'last_payment_error':{'code':'insufficient-funds'},'when_expires':null}",
                    {reference, state == "paid" ? "complete" : "open", payment}));
    }
    Answer tell() override {
        const std::string body = js("{'id':'$1','type':'checkout.session.completed','data':{'id':'cos-$2'}}",
                                    {unique("EV_"), reference})
                                     .dump();
        const std::string time = std::to_string(
            Instant::parse(desk.make("/partners", js("{'name':'$1'}", {unique("Clock")})).textOr("createdAt"))
                ->seconds());
        return hookWith(body, "application/json",
                        {{"Wave-Signature", "t=" + time + ",v1=" + hmac("wh", time + body)}});
    }
};

TEST_F(WavePages, ArePaidOnceOrRefused) {
    paysOnceAndToldOfAFailure();
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
            200, state == "paid" ? js("{'code':'00','message':'SUCCES','data':{'amount':'5000','currency':"
                                      "'XOF','status':'ACCEPTED','operator_id':'OP-$1'}}",
                                      {reference})
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
        return jsonAnswer(200, js("{'status':'$1','txnid':'MP-$2'}", {state == "paid"     ? "SUCCESS"
                                                                      : state == "failed" ? "FAILED"
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
        return jsonAnswer(200, js("{'response_code':'00','status':'$1','invoice':{'total_amount':5000}}",
                                  {state == "paid"     ? "completed"
                                   : state == "failed" ? "cancelled"
                                                       : "pending"}));
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

/// A quote that is sent out to be signed.
class SignatureStory : public Story {
protected:
    explicit SignatureStory(const std::string& id) : Story(id) {}
    virtual void tell() = 0;

    std::string sentOut() {
        reference = unique("ref-");
        become("sent");
        const std::string quote = document("/quotes");
        const Answer asked =
            ask("quote/" + quote, "signature",
                js("{'provider':'$1','signers':[{'name':'Anne Morel','email':'anne@quais.example'}]}",
                   {provider}));
        EXPECT_TRUE(hasStatus(asked, 201));
        EXPECT_EQ(asked.json.textOr("status"), "sent");
        return quote;
    }
    void isSignedOrDeclined() {
        const std::string agreed = sentOut();
        become("signed");
        tell();
        const Json quote =
            until("/quotes/" + agreed, [](const Json& one) { return one.textOr("status") == "signed"; });
        EXPECT_EQ(quote["signature"].textOr("documentSha256"), sha256(Signed));
        EXPECT_EQ(quote["signature"]["signers"][0].textOr("name"), "Anne Morel");
        const Json kept = desk.read("/attachments?documentId=" + agreed);
        ASSERT_EQ(kept.size(), 1U);
        EXPECT_EQ(kept[0].textOr("sha256"), sha256(Signed));
        EXPECT_EQ(countOf("quote.signed"), 1);

        const std::string declined = sentOut();
        become("declined");
        tell();
        until("/quotes/" + declined, [](const Json& one) { return one.textOr("status") == "declined"; });
        EXPECT_EQ(countOf("quote.signed"), 1);
    }
    static Reaction paper() { return Reaction::status(200, "Content-Type: application/pdf\r\n", Signed); }
    static Json flag(bool value) { return Json(value); }

    static constexpr const char* Signed = "%PDF-1.7 signed by Anne Morel";
};

class DropboxSignatures : public SignatureStory {
protected:
    DropboxSignatures() : SignatureStory("dropbox-sign") {
        connect(js("{'apiKey':'k3y'}"), js("{'testMode':true}"));
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/account") {
            return jsonAnswer(200, js("{'account':{'account_id':'a1','email_address':'a@quais.example'}}"));
        }
        if (request.path.find("/signature_request/files/") == 0) {
            return paper();
        }
        Json one = Json::object({{"signature_request_id", reference}});
        one.set("is_complete", flag(state == "signed")).set("is_declined", flag(state == "declined"));
        return jsonAnswer(200, Json::object({{"signature_request", one}}));
    }
    void tell() override {
        const std::string time = unique("17");
        const std::string told = js("{'event':{'event_time':'$1','event_type':'signature_request_signed',"
                                    "'event_hash':'$2'},'signature_request':{'signature_request_id':'$3'}}",
                                    {time, hmac("k3y", time + "signature_request_signed"), reference})
                                     .dump();
        const Answer taken = hookWith("json=" + percentEncode(told), "application/x-www-form-urlencoded");
        EXPECT_TRUE(hasStatus(taken, 200));
        EXPECT_EQ(taken.body, "Hello API Event Received");
    }
};

TEST_F(DropboxSignatures, AreGivenOrDeclined) {
    isSignedOrDeclined();
}

class DocuSignEnvelopes : public SignatureStory {
protected:
    DocuSignEnvelopes() : SignatureStory("docusign") {
        const Json begun = desk.read("/integrations/docusign/authorize");
        const Answer back = desk.service().anonymous().get("/oauth/callback/docusign?code=c0de&state=" +
                                                           begun.textOr("state"));
        EXPECT_NE(back.header("location").find("integration=docusign"), std::string::npos)
            << back.header("location");
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            const std::string url = one.textOr("provider") == "docusign" ? one.textOr("hookUrl") : "";
            hook = url.empty() ? hook : url.substr(url.find("/hooks/"));
        }
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/oauth/token") {
            return jsonAnswer(200, js("{'access_token':'T','expires_in':28800,'refresh_token':'R'}"));
        }
        if (request.path == "/oauth/userinfo") {
            return jsonAnswer(200, js("{'accounts':[{'account_id':'a1','base_uri':'https://eu.docusign.net',"
                                      "'is_default':true,'account_name':'Quais'}]}"));
        }
        if (request.path.ends_with("/documents/combined")) {
            return paper();
        }
        const bool made = request.path == "/restapi/v2.1/accounts/a1/envelopes";
        return jsonAnswer(made ? 201 : 200, js("{'envelopeId':'$1','status':'$2'}",
                                               {reference, state == "signed" ? "completed" : state}));
    }
    void tell() override {
        EXPECT_TRUE(
            hasStatus(hookWith(js("{'event':'envelope-completed','at':'$1','data':{'envelopeId':'$2'}}",
                                  {unique("t"), reference})
                                   .dump(),
                               "application/json"),
                      200));
    }
};

TEST_F(DocuSignEnvelopes, AreSignedOrDeclined) {
    isSignedOrDeclined();
}

class ClockifyHours : public Story {
protected:
    ClockifyHours() : Story("clockify") {}
    Reaction answer(const Received& request) override {
        if (request.path == "/user") {
            return jsonAnswer(200, js("{'id':'u1','name':'Anne Morel','activeWorkspace':'w1'}"));
        }
        if (request.path.find("/workspaces/w1/users") == 0) {
            return jsonAnswer(200, js("[{'id':'u1','name':'Anne Morel'}]"));
        }
        return jsonAnswer(200, entries);
    }
    Json entry(const std::string& id, const std::string& description) {
        return js(
            "{'id':'$1','description':'$2','billable':true,'timeInterval':{'start':'$3T08:00:00Z','end':"
            "'$3T09:30:00Z'}}",
            {prefix + id, description, day});
    }
    void holds(const Json& list) {
        const std::lock_guard lock(mutex);
        entries = list;
    }
    Json hours(const std::string& id) {
        return desk.read("/time-entries?externalId=clockify:" + prefix + id)["data"];
    }
    template <class IsSo>
    void untilHours(const std::string& id, IsSo isSo) {
        until("/time-entries?externalId=clockify:" + prefix + id,
              [&](const Json& list) { return isSo(list["data"]); });
    }

    std::string day = desk.today();
    std::string prefix = unique("e");
    Json entries = Json::array();
};

TEST_F(ClockifyHours, AreMadeChangedAndRemoved) {
    holds(Json::array({entry("1", "Visit"), entry("2", "Plan")}));
    connect(js("{'apiKey':'k3y'}"), Json::object());
    untilHours("2", [](const Json& list) { return list.size() == 1; });
    EXPECT_EQ(hours("1")[0]["minutes"].integer(), 90);
    EXPECT_EQ(hours("1")[0].textOr("person"), "Anne Morel");
    holds(Json::array({entry("1", "Visit and drawing")}));
    until("/integrations", [](const Json& list) {
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == "clockify") {
                return !one["feeds"][0]["lastAt"].isNull();
            }
        }
        return false;
    });
    EXPECT_TRUE(hasStatus(desk.post("/integrations/clockify/sync", Json::object()), 202));
    untilHours("2", [](const Json& list) { return list.size() == 0; });
    EXPECT_EQ(hours("1")[0].textOr("description"), "Visit and drawing");
}

class FrankfurterRates : public Story {
protected:
    FrankfurterRates() : Story("frankfurter") {}
    Reaction answer(const Received&) override {
        return jsonAnswer(200, js("[{'date':'$1','base':'EUR','quote':'GBP','rate':0.8},"
                                  "{'date':'$1','base':'EUR','quote':'USD','rate':1.25}]",
                                  {day}));
    }

    std::string day = desk.today();
};

TEST_F(FrankfurterRates, LandAsThoseOfPeople) {
    connect(Json::object(), js("{'currencies':['GBP','USD']}"));
    const Json rates = until(
        "/rates", [](const Json& list) { return list.dump().find("frankfurter") != std::string::npos; });
    for (const auto& [currency, rate] : {std::pair("GBP", "0.8"), std::pair("USD", "1.25")}) {
        bool found = false;
        for (const Json& one : rowsOf(rates)) {
            found = found || (one.textOr("currency") == currency && one["rate"].dump() == rate &&
                              one.textOr("source") == "frankfurter");
        }
        EXPECT_TRUE(found) << currency << ' ' << rates.dump();
    }
}

} // namespace
} // namespace svc::test
