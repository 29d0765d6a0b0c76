// The host is killed during a call to a provider or authority: nothing is executed twice there, and nothing
// that was executed is lost here.
#include <set>
#include <thread>

#include <svc/date.hpp>

#include "faults/outside_kills.hpp"

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class LinkKills : public OutsideKills {
protected:
    Reaction answer(const Received& request) override {
        if (request.path == "/v1/account") {
            return jsonAnswer(200, js("{'id':'acct_1'}"));
        }
        if (request.path.rfind("/v1/payouts", 0) == 0) {
            return jsonAnswer(200, js("{'data':[],'has_more':false}"));
        }
        if (request.path == "/v1/checkout/sessions" || request.path == "/v1/payment_links") {
            keys.insert(request.header("idempotency-key"));
        }
        return jsonAnswer(200,
                          js("{'id':'cs_1','url':'https://checkout.example/cs_1','expires_at':4102444800,"
                             "'status':'$1','payment_status':'$2','payment_intent':'pi_1',"
                             "'amount_total':500000}",
                             {paid ? "complete" : "open", paid ? "paid" : "unpaid"}));
    }
    std::set<std::string> keys;
    bool paid = false;
};

TEST_F(LinkKills, OneLinkAndOnePayment) {
    Desk desk(service);
    connect("stripe", js("{'secretKey':'sk_live_1'}"),
            Json::object({{"walletId", desk.value("bankWalletId")}}));
    const std::string sale = document("/sales");
    const std::string expires = desk.make("/partners", js("{'name':'Clock'}")).textOr("createdAt");
    const Json body =
        Json::object({{"expiresAt", (Instant::parse(expires).value() + Instant::Hour).toString()}});
    killIn("/v1/checkout/sessions",
           [&](Desk& at) { at.post("/integrations/documents/sale/" + sale + "/payment-link", body); });
    advance("PT3M");
    until("/history/sale/" + sale,
          [](const Json& history) { return history.dump().find("payment_link.done") != std::string::npos; });
    EXPECT_EQ(keys.size(), 1U) << "asked for again under its key";
    {
        const std::lock_guard lock(mutex);
        paid = true;
    }
    advance("PT2H");
    const Json found = until("/sales/" + sale, isPaid);
    EXPECT_EQ(found["payments"].size(), 1U);
    expectInvariants(service);
}

class PushKills : public OutsideKills {
protected:
    Reaction answer(const Received& request) override {
        if (request.path.ends_with("/token/")) {
            return jsonAnswer(200, js("{'access_token':'t','expires_in':3600}"));
        }
        if (request.path.ends_with("/requesttopay")) {
            const bool fresh = rung.insert(request.header("x-reference-id")).second;
            return Reaction::status(fresh ? 202 : 409);
        }
        return jsonAnswer(200, js("{'status':'SUCCESSFUL','amount':'5000','currency':'XOF',"
                                  "'financialTransactionId':'fin-1'}"));
    }
    std::set<std::string> rung;
};

TEST_F(PushKills, ThePhoneRingsOnceAndThePaymentIsTakenOnce) {
    Desk desk(service);
    const Json wallet = desk.make("/wallets", js("{'name':'MoMo','kind':'mobile_money','currency':'XOF'}"));
    connect("mtn-momo",
            js("{'apiUser':'6f7001fc-8c2a-4f0a-9a13-0d6d7b1a3c11','apiKey':'k','subscriptionKey':'s',"
               "'environment':'mtnbenin'}"),
            Json::object({{"walletId", wallet["id"]}}));
    const std::string sale = document("/sales", "XOF");
    killIn("/collection/v1_0/requesttopay", [&](Desk& at) {
        at.post("/integrations/documents/sale/" + sale + "/push-to-phone", js("{'phone':'+2290197123456'}"));
    });
    advance("PT3M");
    std::this_thread::sleep_for(seconds(1));
    advance("PT2M");
    const Json found = until("/sales/" + sale, isPaid);
    EXPECT_EQ(found["payments"].size(), 1U);
    EXPECT_EQ(rung.size(), 1U);
    expectInvariants(service);
}

class SignatureKills : public OutsideKills {
protected:
    Reaction answer(const Received& request) override {
        const std::string& path = request.path;
        if (path.ends_with("/documents/download")) {
            return Reaction::status(200, "Content-Type: application/pdf\r\n", "%PDF-1.7 signed");
        }
        if (path == "/signature_requests") {
            key = request.json().textOr("external_id");
            ++drafts;
        }
        active = active || path.ends_with("/activate");
        Json one = js("{'id':'sr-1','name':'n'}");
        one.set("status", done ? "done" : active ? "ongoing" : "draft").set("external_id", key);
        if (path.find('?') != std::string::npos) {
            Json list = Json::array();
            list.push(one);
            return jsonAnswer(200, Json::object({{"data", active ? list : Json::array()}}));
        }
        return jsonAnswer(200, one);
    }
    std::string key;
    int drafts = 0;
    bool active = false;
    bool done = false;
};

TEST_F(SignatureKills, NobodyIsAskedTwiceToSign) {
    connect("yousign", js("{'apiKey':'k'}"), Json::object());
    const std::string quote = document("/quotes");
    killIn("/signature_requests/sr-1/activate", [&](Desk& at) {
        at.post("/integrations/documents/quote/" + quote + "/signature",
                js("{'signers':[{'name':'Anne Morel','email':'a@quais.example'}]}"));
    });
    advance("PT3M");
    until("/history/quote/" + quote,
          [](const Json& history) { return history.dump().find("signature.done") != std::string::npos; });
    EXPECT_EQ(drafts, 1);
    {
        const std::lock_guard lock(mutex);
        done = true;
    }
    advance("PT2H");
    until("/quotes/" + quote, [](const Json& found) { return found.textOr("status") == "signed"; });
    EXPECT_EQ(Desk(service).read("/attachments?documentId=" + quote).size(), 1U);
    expectInvariants(service);
}

class TransmissionKills : public OutsideKills {
protected:
    Reaction answer(const Received& request) override {
        if (request.path == "/document_submissions") {
            guids.insert(request.json().textOr("idempotencyGuid"));
            return jsonAnswer(200, js("{'guid':'g-1'}"));
        }
        if (request.path == "/discovery/receives") {
            return jsonAnswer(200, js("{'code':'OK'}"));
        }
        return jsonAnswer(200, js("{'id':4711,'receiver':'b'}"));
    }
    std::set<std::string> guids;
};

TEST_F(TransmissionKills, AnInvoiceIsSentUnderOneKey) {
    connect("storecove", js("{'apiKey':'k','legalEntityId':4711}"), Json::object());
    Desk desk(service);
    ASSERT_TRUE(hasStatus(desk.put("/fiscal/peppol", js("{'enabled':true,'autoSubmit':true}")), 200));
    const Json partner = desk.make(
        "/partners", js("{'name':'Buyer','company':true,'country':'FR','vatNumber':'FR32123456789',"
                        "'peppolId':'0208:0403170701','buyerReference':'Q',"
                        "'address':{'line1':'12 quai','postalCode':'59800','city':'Lille','country':'FR'}}"));
    std::string sale;
    killIn("/document_submissions", [&](Desk& at) {
        sale =
            at.make("/sales", js("{'partnerId':'$1','lines':[{'label':'Coffee','quantity':1,'unitPrice':120,"
                                 "'taxRate':20}]}",
                                 {partner.textOr("id")}))
                .textOr("id");
    });
    ASSERT_FALSE(sale.empty()) << "it was acknowledged before it was sent";
    const auto has = [](const std::string& status) {
        return [status](const Json& list) { return list.size() > 0 && list[0].textOr("status") == status; };
    };
    for (int i = 0; i < 3; ++i) {
        advance("PT5M");
        std::this_thread::sleep_for(milliseconds(500));
    }
    until("/fiscal/submissions/sale/" + sale, has("accepted"));
    EXPECT_EQ(guids.size(), 1U);
    expectInvariants(service);
}

} // namespace
} // namespace svc::test
