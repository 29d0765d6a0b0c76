// Refunds made at the provider: the payment stays, and the history tells a person. The providers are faked by
// outsideWorld(); Stripe is tested in payment_links_test.cpp.
#include "api/business/outside_story.hpp"
#include "api/business/paypal_answers.hpp"

namespace svc::test {
namespace {

class Refunds : public OutsideStory {
protected:
    explicit Refunds(const std::string& id) : OutsideStory(id) {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
    }
    virtual Reaction answer(const Received& request) = 0;

    /// Sets the provider's record of the payment.
    void become(const Json& record) {
        const std::lock_guard lock(mutex);
        now = record;
    }
    std::string linkOf(const std::string& sale) {
        const Answer made = ask("sale/" + sale, "payment-link", Json::object());
        EXPECT_TRUE(hasStatus(made, 201));
        return made.json.textOr("url");
    }
    void untilPaid(const std::string& sale) {
        until("/sales/" + sale, [](const Json& found) { return found["balance"].integer() == 0; });
    }
    /// The history of the sale shows that the refund is held with this error, and the sale is still paid.
    void expectHeld(const std::string& sale, const std::string& error) {
        until("/history/sale/" + sale, [&](const Json& history) {
            const std::string text = history.dump();
            return text.find("payment_link.held") != std::string::npos &&
                   text.find('"' + error + '"') != std::string::npos;
        });
        const Json found = desk.read("/sales/" + sale);
        EXPECT_EQ(found["payments"].size(), 1U);
        EXPECT_EQ(found["balance"].integer(), 0) << "a person refunds or credits the sale";
    }

    Json now;
};

class PayPalRefunds : public Refunds {
protected:
    PayPalRefunds() : Refunds("paypal") {
        connect(js("{'clientId':'c','clientSecret':'s','environment':'live','webhookId':'WH-1'}"),
                Json::object({{"walletId", desk.value("bankWalletId")}}));
    }
    Reaction answer(const Received& request) override {
        if (auto always = payPalAnswer(request, order)) {
            return *std::move(always);
        }
        return jsonAnswer(200, now);
    }
    Json captured(const std::string& status, const std::string& refunds) {
        return js("{'id':'$1','status':'COMPLETED','purchase_units':[{'payments':{'captures':[{'id':'C$1','"
                  "status':'" +
                      status + "','amount':{'currency_code':'EUR','value':'120.00'}}],'refunds':" + refunds +
                      "}}]}",
                  {order});
    }
    void tell(const std::string& type, const Json& resource) {
        const Json event =
            Json::object({{"id", unique("WH-")}, {"event_type", type}, {"resource", resource}});
        EXPECT_TRUE(hasStatus(call(event.dump(), "PAYPAL-TRANSMISSION-SIG", "sig"), 200));
    }
    void tellRefund() {
        tell("PAYMENT.CAPTURE.REFUNDED",
             js("{'id':'R1','links':[{'rel':'self','href':'https://api/v2/payments/refunds/R1'},"
                "{'rel':'up','href':'https://api/v2/payments/captures/C$1'}]}",
                {order}));
    }

    std::string order = unique("O");
};

TEST_F(PayPalRefunds, AreHeldForAPersonAsTheyGrow) {
    const std::string sale = document("/sales");
    linkOf(sale);
    become(captured("COMPLETED", "[]"));
    tell("CHECKOUT.ORDER.APPROVED", Json::object({{"id", order}}));
    untilPaid(sale);
    const std::string first =
        "{'id':'R1','status':'COMPLETED','amount':{'currency_code':'EUR','value':'30.00'}}";
    become(captured("PARTIALLY_REFUNDED", "[" + first + "]"));
    tellRefund();
    expectHeld(sale, "refunded-at-provider:3000");
    become(captured("REFUNDED", "[" + first + "]"));
    tellRefund();
    expectHeld(sale, "refunded-at-provider:12000");
}

class FedaPayRefunds : public Refunds {
protected:
    FedaPayRefunds() : Refunds("fedapay") {
        const Json wallet = desk.make(
            "/wallets", js("{'name':'$1','kind':'mobile_money','currency':'XOF'}", {unique("FedaPay")}));
        connect(js("{'secretKey':'sk_live_1','webhookSecret':'wh'}"),
                Json::object({{"walletId", wallet["id"]}}));
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/v1/accounts") {
            return jsonAnswer(200, Json::object());
        }
        if (request.path.ends_with("/token")) {
            return jsonAnswer(200, js("{'token':'T','url':'https://fedapay.example/T'}"));
        }
        return jsonAnswer(200, now);
    }
    static Json transaction(const std::string& status) {
        return js("{'v1/transaction':{'id':17,'reference':'f-17','amount':5000,'status':'$1'}}", {status});
    }
    /// FedaPay changes the state of the transaction and sends a webhook signed now.
    void becomeAndTell(const std::string& status) {
        become(transaction(status));
        const std::string body =
            js("{'id':'$1','name':'transaction.updated','entity':{'id':17}}", {unique("evt_")}).dump();
        const std::string time = std::to_string(advanceClock(0).seconds());
        EXPECT_TRUE(hasStatus(
            call(body, "X-FEDAPAY-SIGNATURE", "t=" + time + ",s=" + hmac("wh", time + '.' + body)), 200));
    }
};

TEST_F(FedaPayRefunds, AreHeldForAPersonThoughAPartHasNoAmount) {
    const std::string id = saleInFrancs();
    become(transaction("pending"));
    linkOf(id);
    becomeAndTell("approved");
    untilPaid(id);
    becomeAndTell("approved_partially_refunded");
    expectHeld(id, "refunded-at-provider:part");
    becomeAndTell("refunded");
    expectHeld(id, "refunded-at-provider:5000");
    becomeAndTell("canceled");
    expectHeld(id, "reversed-at-provider:canceled");
}

} // namespace
} // namespace svc::test
