// Payment pages of PayPal and FedaPay: paid, paid in part, overpaid, refused, or expired. The providers are
// faked by outsideWorld(), in the forms of their contracts.
#include "api/business/payment_pages.hpp"
#include "api/business/paypal_answers.hpp"

namespace svc::test {
namespace {

/// PayPal does not support francs.
class PayPalPages : public PaymentStory {
protected:
    PayPalPages() : PaymentStory("paypal") {
        total = 12000;
        came = total;
        wallet = desk.value("bankWalletId");
        connectWith("{'clientId':'c','clientSecret':'s','environment':'live','webhookId':'WH-1'}");
    }
    std::string sale() override { return document("/sales"); }
    Reaction answer(const Received& request) override {
        if (auto always = payPalAnswer(request, reference)) {
            return *std::move(always);
        }
        // Pages of tests before are read again when the provider is connected again.
        if (state == "expired" || request.path.find(reference) == std::string::npos) {
            return jsonAnswer(404, js("{'name':'RESOURCE_NOT_FOUND','message':'No such order'}"));
        }
        const std::string cents = std::to_string(100 + came % 100).substr(1);
        return jsonAnswer(
            200, state == "pending"
                     ? js("{'id':'$1','status':'PAYER_ACTION_REQUIRED'}", {reference})
                     : js("{'id':'$1','status':'COMPLETED','purchase_units':[{'payments':{'captures':[{"
                          "'id':'C$1','status':'$2','amount':{'currency_code':'EUR','value':'$3'}}]}}]}",
                          {reference, state == "paid" ? "COMPLETED" : "DECLINED",
                           std::to_string(came / 100) + '.' + cents}));
    }
    Answer tell() override {
        return hookWith(Json::object({{"id", unique("WH-")},
                                      {"event_type", "CHECKOUT.ORDER.APPROVED"},
                                      {"resource", Json::object({{"id", reference}})}})
                            .dump(),
                        "application/json", {{"PAYPAL-TRANSMISSION-SIG", "sig"}});
    }
};

TEST_F(PayPalPages, ArePaidOnceOrRefused) {
    paysOnceAndToldOfAFailure();
}

TEST_F(PayPalPages, ArePaidInPartOrWithTooMuch) {
    isPaidInPartOrWithTooMuch();
}

TEST_F(PayPalPages, ThatAreForgottenAreFailedPayments) {
    expires();
}

class FedaPayPages : public PaymentStory {
protected:
    FedaPayPages() : PaymentStory("fedapay") {
        reference = "1" + std::to_string(++made);
        connectWith("{'secretKey':'sk_live_1','webhookSecret':'wh'}");
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/v1/accounts") {
            return jsonAnswer(200, Json::object());
        }
        if (request.path.ends_with("/token")) {
            return jsonAnswer(200, js("{'token':'T','url':'https://fedapay.example/$1'}", {reference}));
        }
        return jsonAnswer(200, js("{'v1/transaction':{'id':$1,'reference':'f-$1','amount':$2,'status':'$3'}}",
                                  {reference, std::to_string(came),
                                   state == "paid"     ? "approved"
                                   : state == "failed" ? "declined"
                                                       : "pending"}));
    }
    Answer tell() override {
        const std::string body =
            js("{'id':'$1','name':'transaction.updated','entity':{'id':$2}}", {unique("evt_"), reference})
                .dump();
        const std::string time = std::to_string(clockOfService());
        return hookWith(body, "application/json",
                        {{"X-FEDAPAY-SIGNATURE", "t=" + time + ",s=" + hmac("wh", time + '.' + body)}});
    }
    std::string nameOfNextPage() override { return "1" + std::to_string(++made); }

private:
    static inline int made = 0; ///< FedaPay numbers its transactions
};

TEST_F(FedaPayPages, ArePaidOnceOrRefused) {
    paysOnceAndToldOfAFailure();
}

TEST_F(FedaPayPages, ArePaidInPartOrWithTooMuch) {
    isPaidInPartOrWithTooMuch();
}

} // namespace
} // namespace svc::test
