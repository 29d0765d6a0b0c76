#include "api/business/state_machines.hpp"

namespace svc::test {
namespace {

std::string idOf(Desk& desk, const std::string& path, const std::string& body,
                 const std::vector<std::string>& values = {}) {
    return desk.make(path, js(body, values)).textOr("id");
}

std::string supplier(Desk& desk) {
    return idOf(desk, "/partners", "{'name':'Supplier','kind':'supplier'}");
}

/// The amount due, at least one cent.
std::string balanceOf(Desk& desk, const std::string& path) {
    const std::int64_t cents = std::max<std::int64_t>(desk.read(path)["balance"].integer(), 1);
    const std::string rest = std::to_string(cents % 100);
    return std::to_string(cents / 100) + '.' + (rest.size() < 2 ? "0" : "") + rest;
}

Machine sale() {
    return {"Sale",
            [](Desk& desk) {
                return idOf(desk, "/sales",
                            "{'lines':[{'label':'Work','quantity':1,'unitPrice':100,'service':true}]}");
            },
            {{"unpaid", {}},
             {"partially_paid", {"pay"}},
             {"paid", {"pay-rest"}},
             {"partially_refunded", {"pay-rest", "refund"}},
             {"refunded", {"pay-rest", "refund-all"}},
             {"cancelled", {"cancel"}}},
            {{"pay", {"/sales/$1/payments", "{'amount':30}"}},
             {"pay-rest", {"/sales/$1/payments", "{'amount':$2}"}},
             {"refund", {"/sales/$1/refund", "{'amount':20}"}},
             {"refund-all", {"/sales/$1/refund", "{}"}},
             {"cancel", {"/sales/$1/cancel", "{}"}}},
            "/sales/$1",
            {"paymentStatus"},
            R"(unpaid             pay        -> partially_paid     payment.received invoice.partially_paid
               unpaid             pay-rest   -> paid               payment.received invoice.paid
               unpaid             refund     -> unpaid             invoice.refunded
               unpaid             refund-all -> refunded           invoice.refunded
               unpaid             cancel     -> cancelled          sale.cancelled
               partially_paid     pay        -> partially_paid     payment.received invoice.partially_paid
               partially_paid     pay-rest   -> paid               payment.received invoice.paid
               partially_paid     refund     -> partially_paid     invoice.refunded
               partially_paid     refund-all -> refunded           invoice.refunded
               partially_paid     cancel     ! sale-not-cancellable
               paid               pay        ! amount-above-outstanding
               paid               pay-rest   ! amount-above-outstanding
               paid               refund     -> partially_refunded invoice.refunded
               paid               refund-all -> refunded           invoice.refunded
               paid               cancel     ! sale-not-cancellable
               partially_refunded pay        ! amount-above-outstanding
               partially_refunded pay-rest   ! amount-above-outstanding
               partially_refunded refund     -> partially_refunded invoice.refunded
               partially_refunded refund-all -> refunded           invoice.refunded
               partially_refunded cancel     ! sale-not-cancellable
               refunded           pay        ! amount-above-outstanding
               refunded           pay-rest   ! amount-above-outstanding
               refunded           refund     ! amount-above-refundable
               refunded           refund-all ! amount-above-refundable
               refunded           cancel     ! sale-not-cancellable
               cancelled          pay        ! sale-cancelled
               cancelled          pay-rest   ! sale-cancelled
               cancelled          refund     ! sale-cancelled
               cancelled          refund-all ! sale-cancelled
               cancelled          cancel     ! sale-not-cancellable)",
            [](Desk& desk, const std::string& id) { return balanceOf(desk, "/sales/" + id); }};
}

Machine delivery() {
    return {
        "Delivery",
        [](Desk& desk) {
            return idOf(desk, "/sales", "{'lines':[{'label':'Chair','quantity':4,'unitPrice':10}]}");
        },
        {{"active/pending", {}},
         {"active/partially_delivered", {"deliver"}},
         {"active/delivered", {"deliver-rest"}},
         {"cancelled/none", {"cancel"}}},
        {{"deliver", {"/sales/$1/deliveries", "{'lines':[{'lineId':'$2','quantity':1}]}"}},
         {"deliver-rest", {"/sales/$1/deliveries", "{}"}},
         {"cancel", {"/sales/$1/cancel", "{}"}}},
        "/sales/$1",
        {"status", "deliveryStatus"},
        R"(active/pending             deliver      -> active/partially_delivered delivery.created
               active/pending             deliver-rest -> active/delivered           delivery.created
               active/pending             cancel       -> cancelled/none             sale.cancelled
               active/partially_delivered deliver      -> active/partially_delivered delivery.created
               active/partially_delivered deliver-rest -> active/delivered           delivery.created
               active/partially_delivered cancel       -> cancelled/delivered sale.cancelled
               active/delivered           deliver      ! already-delivered
               active/delivered           deliver-rest ! already-delivered
               active/delivered           cancel       -> cancelled/delivered        sale.cancelled
               cancelled/none             deliver      ! sale-cancelled
               cancelled/none             deliver-rest ! sale-cancelled
               cancelled/none             cancel       ! sale-not-cancellable)",
        [](Desk& desk, const std::string& id) { return desk.read("/sales/" + id)["lines"][0].textOr("id"); }};
}

Machine purchase() {
    return {
        "Purchase",
        [](Desk& desk) {
            return idOf(desk, "/purchases",
                        "{'partnerId':'$1','lines':[{'label':'Beans','quantity':4,'unitPrice':25}]}",
                        {supplier(desk)});
        },
        {{"ordered/pending/unpaid", {}},
         {"ordered/partially_received/unpaid", {"receive"}},
         {"ordered/received/unpaid", {"receive-rest"}},
         {"ordered/pending/partially_paid", {"pay"}},
         {"ordered/received/paid", {"receive-rest", "pay-rest"}},
         {"cancelled/pending/unpaid", {"cancel"}}},
        {{"receive", {"/purchases/$1/receipts", "{'lines':[{'lineId':'$2','quantity':1}]}"}},
         {"receive-rest", {"/purchases/$1/receipts", "{}"}},
         {"pay", {"/purchases/$1/payments", "{'amount':30}"}},
         {"pay-rest", {"/purchases/$1/payments", "{'amount':100}"}},
         {"cancel", {"/purchases/$1/cancel", "{'reason':'Dear'}"}}},
        "/purchases/$1",
        {"status", "receiptStatus", "paymentStatus"},
        R"(ordered/pending/unpaid             receive      -> ordered/partially_received/unpaid purchase.received
               ordered/pending/unpaid             receive-rest -> ordered/received/unpaid           purchase.received
               ordered/pending/unpaid             pay          -> ordered/pending/partially_paid
               ordered/pending/unpaid             pay-rest     -> ordered/pending/paid              purchase.paid
               ordered/pending/unpaid             cancel       -> cancelled/pending/unpaid          purchase.cancelled
               ordered/partially_received/unpaid  receive      -> ordered/partially_received/unpaid purchase.received
               ordered/partially_received/unpaid  receive-rest -> ordered/received/unpaid           purchase.received
               ordered/partially_received/unpaid  pay          -> ordered/partially_received/partially_paid
               ordered/partially_received/unpaid  pay-rest     -> ordered/partially_received/paid   purchase.paid
               ordered/partially_received/unpaid  cancel       ! purchase-not-cancellable
               ordered/received/unpaid            receive      ! already-received
               ordered/received/unpaid            receive-rest ! already-received
               ordered/received/unpaid            pay          -> ordered/received/partially_paid
               ordered/received/unpaid            pay-rest     -> ordered/received/paid             purchase.paid
               ordered/received/unpaid            cancel       ! purchase-not-cancellable
               ordered/pending/partially_paid     receive      -> ordered/partially_received/partially_paid purchase.received
               ordered/pending/partially_paid     receive-rest -> ordered/received/partially_paid   purchase.received
               ordered/pending/partially_paid     pay          -> ordered/pending/partially_paid
               ordered/pending/partially_paid     pay-rest     ! amount-above-outstanding
               ordered/pending/partially_paid     cancel       ! purchase-not-cancellable
               ordered/received/paid              receive      ! already-received
               ordered/received/paid              receive-rest ! already-received
               ordered/received/paid              pay          ! amount-above-outstanding
               ordered/received/paid              pay-rest     ! amount-above-outstanding
               ordered/received/paid              cancel       ! purchase-not-cancellable
               cancelled/pending/unpaid           receive      ! purchase-cancelled
               cancelled/pending/unpaid           receive-rest ! purchase-cancelled
               cancelled/pending/unpaid           pay          ! purchase-cancelled
               cancelled/pending/unpaid           pay-rest     ! purchase-cancelled
               cancelled/pending/unpaid           cancel       ! purchase-not-cancellable)",
        [](Desk& desk, const std::string& id) {
            return desk.read("/purchases/" + id)["lines"][0].textOr("id");
        }};
}

Machine expense() {
    return {"Expense",
            [](Desk& desk) {
                return desk
                    .make("/expenses", js("{'label':'Cleaning','amount':45,'walletId':'$1'}",
                                          {desk.value("bankWalletId")}))
                    .textOr("transactionId");
            },
            {{"posted", {}}, {"voided", {"void"}}},
            {{"void", {"/transactions/$1/void", "{'reason':'Twice'}"}}},
            "/transactions?kind=all&limit=500",
            {"status"},
            R"(posted void -> voided transaction.voided
               voided void ! transaction-voided)"};
}

Machine count() {
    return {
        "Count",
        [](Desk& desk) {
            const std::string item = idOf(desk, "/items", "{'name':'Cup','cost':2}");
            return idOf(desk, "/stock/counts",
                        "{'locationId':'$1','validate':false,'lines':[{'itemId':'$2','counted':3}]}",
                        {desk.value("locationId"), item});
        },
        {{"draft", {}}, {"validated", {"validate"}}, {"cancelled", {"cancel"}}},
        {{"validate", {"/stock/counts/$1/validate", "{}"}}, {"cancel", {"/stock/counts/$1/cancel", "{}"}}},
        "/stock/counts?limit=500",
        {"status"},
        R"(draft     validate -> validated stock.movement
               draft     cancel   -> cancelled
               validated validate ! count-not-draft
               validated cancel   ! count-not-draft
               cancelled validate ! count-not-draft
               cancelled cancel   ! count-not-draft)"};
}

Machine movement() {
    return {"Movement",
            [](Desk& desk) {
                return idOf(desk, "/transactions", "{'walletId':'$1','direction':'in','amount':5}",
                            {desk.value("bankWalletId")});
            },
            {{"posted", {}}, {"voided", {"void"}}},
            {{"void", {"/transactions/$1/void", "{'reason':'Twice'}"}}},
            "/transactions?kind=all&limit=500",
            {"status"},
            R"(posted void -> voided transaction.voided
               voided void ! transaction-voided)"};
}

Machine cashSession() {
    return {"CashSession",
            [](Desk& desk) {
                const std::string till = idOf(desk, "/wallets", "{'name':'T','kind':'cash'}");
                return idOf(desk, "/cash-sessions", "{'walletId':'$1','openingAmount':0}", {till});
            },
            {{"open", {}}, {"closed", {"close"}}},
            {{"close", {"/cash-sessions/$1/close", "{'countedAmount':0}"}}},
            "/cash-sessions/$1",
            {"status"},
            R"(open   close -> closed cash_session.closed
               closed close ! cash-session-closed)"};
}

Machine bankLine() {
    return {
        "BankLine",
        [](Desk& desk) {
            const std::string text = "Date;Text;Amount\n" + desk.today() + ";" + unique("Paid") + ";80\n";
            const Json columns = js("{'bookingDate':0,'remittance':1,'amount':2}");
            return desk
                .make("/wallets/" + desk.value("bankWalletId") + "/statements",
                      Json::object({{"content", text},
                                    {"format", "csv"},
                                    {"csv", Json::object({{"delimiter", ";"},
                                                          {"decimal", ","},
                                                          {"dateFormat", "YYYY-MM-DD"},
                                                          {"columns", columns}})}}))["bankTransactionIds"][0]
                .text();
        },
        {{"unmatched", {}}, {"matched", {"match"}}, {"recorded", {"record"}}, {"ignored", {"ignore"}}},
        {{"match", {"/bank-transactions/$1/match", "{'matches':[{'kind':'sale','id':'$2'}]}"}},
         {"record", {"/bank-transactions/$1/transaction", "{'category':'other_income'}"}},
         {"ignore", {"/bank-transactions/$1/ignore", "{'reason':'x'}"}},
         {"reopen", {"/bank-transactions/$1/reopen", "{}"}}},
        "/bank-transactions/$1",
        {"status"},
        R"(unmatched match  -> matched   payment.received invoice.paid
               unmatched record -> recorded  transaction.created
               unmatched ignore -> ignored
               unmatched reopen ! bank-transaction-open
               matched   match  ! bank-transaction-not-open
               matched   record ! bank-transaction-not-open
               matched   ignore ! bank-transaction-not-open
               matched   reopen -> unmatched transaction.voided
               recorded  match  ! bank-transaction-not-open
               recorded  record ! bank-transaction-not-open
               recorded  ignore ! bank-transaction-not-open
               recorded  reopen -> unmatched transaction.voided
               ignored   match  ! bank-transaction-not-open
               ignored   record ! bank-transaction-not-open
               ignored   ignore ! bank-transaction-not-open
               ignored   reopen -> unmatched)",
        [](Desk& desk, const std::string&) {
            const std::string id =
                idOf(desk, "/sales", "{'lines':[{'label':'Work','quantity':1,'unitPrice':80}]}");
            desk.events();
            return id;
        }};
}

Machine stay() {
    return {"Stay",
            [](Desk& desk) {
                return idOf(desk, "/stays",
                            "{'unit':'$1','arrival':'2026-11-20','departure':'2026-11-22','unitPrice':50}",
                            {unique("Room")});
            },
            {{"booked", {}},
             {"checked_in", {"check-in"}},
             {"checked_out", {"check-in", "check-out"}},
             {"cancelled", {"cancel"}}},
            {{"check-in", {"/stays/$1/check-in", "{}"}},
             {"check-out", {"/stays/$1/check-out", "{}"}},
             {"cancel", {"/stays/$1/cancel", "{}"}}},
            "/stays?limit=500",
            {"status"},
            R"(booked      check-in  -> checked_in  stay.checked_in
               booked      check-out ! stay-state:booked
               booked      cancel    -> cancelled
               checked_in  check-in  ! stay-state:checked_in
               checked_in  check-out -> checked_out stay.checked_out sale.created invoice.issued
               checked_in  cancel    ! stay-state:checked_in
               checked_out check-in  ! stay-state:checked_out
               checked_out check-out ! stay-state:checked_out
               checked_out cancel    ! stay-state:checked_out
               cancelled   check-in  ! stay-state:cancelled
               cancelled   check-out ! stay-state:cancelled
               cancelled   cancel    ! stay-state:cancelled)"};
}

Machine timeEntry() {
    return {"TimeEntry",
            [](Desk& desk) {
                const std::string partner = idOf(desk, "/partners", "{'name':'Client'}");
                const Answer made = desk.put("/time-entries",
                                             js("{'partnerId':'$1','date':'$2','minutes':60,'hourlyRate':80}",
                                                {partner, desk.today()}));
                return made.json["data"][0].textOr("id");
            },
            {{"false", {}}, {"true", {"bill"}}},
            {{"bill", {"/time-entries/bill", "{'partnerId':'$2','entryIds':['$1']}"}},
             {"change",
              {"/time-entries", "{'id':'$1','partnerId':'$2','date':'2026-01-02','minutes':30}", "PUT"}}},
            "/time-entries?limit=100",
            {"billed"},
            R"(false bill   -> true sale.created invoice.issued
               false change -> false
               true  bill   ! time-entry-billed:$1
               true  change ! time-entry-billed:$1)",
            [](Desk& desk, const std::string& id) {
                const Json list = desk.read("/time-entries?limit=100");
                for (const Json& one : list["data"].items()) {
                    if (one.textOr("id") == id) {
                        return one["partner"].textOr("id");
                    }
                }
                return std::string();
            }};
}

} // namespace

std::vector<Machine> stateMachines() {
    std::vector<Machine> machines{sale(),     delivery(),    purchase(), expense(), count(),
                                  movement(), cashSession(), bankLine(), stay(),    timeEntry()};
    for (Machine machine : promiseMachines()) {
        machines.push_back(std::move(machine));
    }
    return machines;
}

} // namespace svc::test
