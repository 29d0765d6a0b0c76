// State machines of records that time, customers and providers also move: quotes, recurring sales, order
// requests, payments by link.
#include <svc/date.hpp>

#include "api/business/state_machines.hpp"

namespace svc::test {
namespace {

constexpr const char* Lines = "'lines':[{'label':'Work','quantity':1,'unitPrice':100}]";

/// The date this many days from today by the service's clock.
std::string dayIn(Desk& desk, int days) {
    const Answer quote = desk.post("/quotes", js(std::string("{") + Lines + "}"), {{"Svc-Dry-Run", "true"}});
    return Date::parse(quote.json["result"].textOr("date")).value().addDays(days).toString();
}

std::string tokenOf(Desk& desk, const std::string& quote) {
    const std::string url = desk.read("/quotes/" + quote).textOr("publicUrl");
    return url.substr(url.rfind('/') + 1);
}

Machine quote() {
    const std::string sign = "{'id':'$1','provider':'testsign','signers':[{'name':'Anne Morel',"
                             "'email':'anne@quais.example'}],'documentSha256':'" +
                             std::string(64, 'a') + "'}";
    return {"Quote",
            [](Desk& desk) {
                return desk
                    .make("/quotes", js(std::string("{'validUntil':'$1',") + Lines + "}", {dayIn(desk, 1)}))
                    .textOr("id");
            },
            {{"open", {}},
             {"accepted", {"accept"}},
             {"signed", {"sign"}},
             {"declined", {"decline"}},
             {"expired", {"pass"}},
             {"cancelled", {"cancel"}},
             {"converted", {"convert"}}},
            {{"accept", {"/quotes/$1/accept", "{}"}},
             {"decline", {"/quotes/$1/decline", "{'reason':'Late'}"}},
             {"public-accept", {"/public/documents/$2/accept", "{'name':'Anne'}", "PUBLIC"}},
             {"public-decline", {"/public/documents/$2/decline", "{'reason':'Late'}", "PUBLIC"}},
             {"sign", {"/provider/quotes.sign", sign}},
             {"cancel", {"/quotes/$1/cancel", "{}"}},
             {"convert", {"/quotes/$1/convert", "{}"}},
             {"change", {"/quotes/$1", "{'note':'x'}", "PATCH"}},
             {"extend", {"/quotes/$1", "{'validUntil':'2099-12-31'}", "PATCH"}},
             {"pass", {"", "PT48H", "CLOCK"}}},
            "/quotes/$1",
            {"status"},
            R"(open      accept         -> accepted  quote.accepted
               open      decline        -> declined  quote.declined
               open      public-accept  -> accepted  quote.accepted
               open      public-decline -> declined  quote.declined
               open      sign           -> signed    quote.accepted quote.signed
               open      cancel         -> cancelled
               open      convert        -> converted quote.accepted quote.converted sale.created invoice.issued
               open      change         -> open
               open      extend         -> open
               open      pass           -> expired
               accepted  accept         ! quote-not-open
               accepted  decline        ! quote-not-open
               accepted  public-accept  ! quote-not-open
               accepted  public-decline ! quote-not-open
               accepted  sign           -> signed    quote.signed
               accepted  cancel         ! quote-not-open
               accepted  convert        -> converted quote.converted sale.created invoice.issued
               accepted  change         ! quote-not-open
               accepted  extend         ! quote-not-open
               accepted  pass           -> accepted
               signed    accept         ! quote-not-open
               signed    decline        ! quote-not-open
               signed    public-accept  ! quote-not-open
               signed    public-decline ! quote-not-open
               signed    sign           ! quote-not-open
               signed    cancel         ! quote-not-open
               signed    convert        -> converted quote.converted sale.created invoice.issued
               signed    change         ! quote-not-open
               signed    extend         ! quote-not-open
               signed    pass           -> signed
               declined  accept         ! quote-not-open
               declined  decline        ! quote-not-open
               declined  public-accept  ! quote-not-open
               declined  public-decline ! quote-not-open
               declined  sign           ! quote-not-open
               declined  cancel         ! quote-not-open
               declined  convert        ! quote-not-accepted
               declined  change         ! quote-not-open
               declined  extend         ! quote-not-open
               declined  pass           -> declined
               expired   accept         ! quote-expired
               expired   decline        ! quote-not-open
               expired   public-accept  ! quote-expired
               expired   public-decline ! quote-not-open
               expired   sign           ! quote-expired
               expired   cancel         ! quote-not-open
               expired   convert        ! quote-expired
               expired   change         ! quote-not-open
               expired   extend         -> open
               expired   pass           -> expired
               cancelled accept         ! quote-not-open
               cancelled decline        ! quote-not-open
               cancelled public-accept  ! quote-not-open
               cancelled public-decline ! quote-not-open
               cancelled sign           ! quote-not-open
               cancelled cancel         ! quote-not-open
               cancelled convert        ! quote-not-accepted
               cancelled change         ! quote-not-open
               cancelled extend         ! quote-not-open
               cancelled pass           -> cancelled
               converted accept         ! quote-not-open
               converted decline        ! quote-not-open
               converted public-accept  ! quote-not-open
               converted public-decline ! quote-not-open
               converted sign           ! quote-not-open
               converted cancel         ! quote-not-open
               converted convert        ! quote-already-converted
               converted change         ! quote-not-open
               converted extend         ! quote-not-open
               converted pass           -> converted)",
            tokenOf};
}

/// A pass creates one sale: the template's next date is two days in the past.
Machine recurringSale() {
    return {"RecurringSale",
            [](Desk& desk) {
                return desk
                    .make("/recurring-sales", js(std::string("{'template':{") + Lines +
                                                     "},'every':'day','interval':2,'startsOn':'$1'}",
                                                 {dayIn(desk, 1)}))
                    .textOr("id");
            },
            {{"active", {}}, {"paused", {"pause"}}, {"ended", {"end"}}},
            {{"pause", {"/recurring-sales/$1", "{'state':'paused'}", "PATCH"}},
             {"resume", {"/recurring-sales/$1", "{'state':'active'}", "PATCH"}},
             {"end", {"/recurring-sales/$1", "{'state':'ended'}", "PATCH"}},
             {"pass", {"", "PT24H", "CLOCK"}}},
            "/recurring-sales?limit=500",
            {"state"},
            R"(active pause  -> paused
               active resume -> active
               active end    -> ended
               active pass   -> active sale.created invoice.issued
               paused pause  -> paused
               paused resume -> active
               paused end    -> ended
               paused pass   -> paused
               ended  pause  ! field-invalid:state
               ended  resume ! field-invalid:state
               ended  end    ! field-invalid:state
               ended  pass   -> ended)",
            [](Desk&, const std::string&) { return std::string(); },
            [](Desk& desk, const std::string& id) {
                desk.patch("/recurring-sales/" + id, js("{'state':'ended'}"));
            }};
}

Machine orderRequest() {
    return {"OrderRequest",
            [](Desk& desk) {
                const Json item = desk.make("/items", js("{'name':'Soup','price':8,'service':true}"));
                const Answer order = desk.service().anonymous().post(
                    "/public/" + desk.read("").textOr("slug") + "/orders",
                    js("{'lines':[{'itemId':'$1','quantity':1}]}", {item.textOr("id")}));
                return order.json.textOr("id");
            },
            {{"received", {}}, {"accepted", {"accept"}}, {"rejected", {"reject"}}},
            {{"accept", {"/order-requests/$1/accept", "{}"}},
             {"reject", {"/order-requests/$1/reject", "{'reason':'Closed'}"}}},
            "/order-requests?limit=500",
            {"status"},
            R"(received accept -> accepted sale.created invoice.issued
               received reject -> rejected
               accepted accept ! order-request-closed
               accepted reject ! order-request-closed
               rejected accept ! order-request-closed
               rejected reject ! order-request-closed)"};
}

/// A connector's messages about a payment link for an invoice.
Machine paymentByLink() {
    const auto failed = [](const std::string& status) {
        return "{'saleId':'$1','amount':10000,'method':'payment_link','origin':'payment_link',"
               "'provider':'testpay','status':'" +
               status + "','error':'No money'}";
    };
    return {"PaymentByLink",
            [](Desk& desk) { return desk.make("/sales", js(std::string("{") + Lines + "}")).textOr("id"); },
            {{"unpaid", {}}, {"paid", {"pay"}}},
            {{"pay",
              {"/provider/sales.pay",
               "{'saleId':'$1','amount':100,'method':'payment_link','origin':'payment_link',"
               "'provider':'testpay','walletId':'$2'}"}},
             {"fail", {"/provider/sales.payment_failed", failed("failed")}},
             {"expire", {"/provider/sales.payment_failed", failed("expired")}}},
            "/sales/$1",
            {"paymentStatus"},
            R"(unpaid pay    -> paid   payment.received invoice.paid
               unpaid fail   -> unpaid payment.failed
               unpaid expire -> unpaid payment.failed
               paid   pay    ! amount-above-outstanding
               paid   fail   -> paid   payment.failed
               paid   expire -> paid   payment.failed)",
            [](Desk& desk, const std::string&) { return desk.value("bankWalletId"); }};
}

} // namespace

std::vector<Machine> promiseMachines() {
    return {quote(), recurringSale(), orderRequest(), paymentByLink()};
}

} // namespace svc::test
