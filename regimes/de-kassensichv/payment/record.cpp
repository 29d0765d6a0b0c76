#include "payment/record.hpp"

#include <svc/columns.hpp>
#include <svc/error.hpp>

#include "bindings.hpp"
#include "payment/paid_with_sale.hpp"
#include "receipt/record.hpp"

namespace svc::de_kassensichv {
namespace {

using records::PaymentId;
using records::SaleId;

/// A payment of a sale as the module sales publishes it; amounts in minor units of the currency beside.
struct SalePayment {
    PaymentId id;
    SaleId sale;
    std::int64_t amount = 0;
    std::string currency;
    std::string method;
    std::int64_t walletAmount = 0;
    std::string walletCurrency;
};
const svc::Table SalePayments("sales.v1_payments", columnWrittenOnce("id", &SalePayment::id),
                              column("sale_id", &SalePayment::sale), column("amount", &SalePayment::amount),
                              column("currency", &SalePayment::currency),
                              column("method", &SalePayment::method),
                              column("wallet_amount", &SalePayment::walletAmount),
                              column("wallet_currency", &SalePayment::walletCurrency));
const std::string SelectPayments =
    "SELECT " + SalePayments.select("p") + " FROM sales.v1_payments p WHERE p.company_id = $1";
const std::string PaymentSql = SelectPayments + " AND p.id = $2";
const std::string VoidedSql = SelectPayments + " AND p.transaction_id = $2 AND p.status = 'voided'";

/// Is the payment part of the receipt of its sale?
bool isPaidWithSale(const std::optional<Receipt>& sale, const std::string& payment) {
    if (!sale) {
        return false;
    }
    for (const Json& one : sale->content["payments"].items()) {
        if (one.textOr("id") == payment) {
            return true;
        }
    }
    return false;
}

/// A claim that is settled at the till, or the taking back of that.
void recordPayment(Call& call, const OwnRegime& own, const SalePayment& payment, bool taken) {
    const std::string id = payment.id.toString();
    const auto sale = findReceiptOf(call, payment.sale.toString());
    if (!isTillMethod(payment.method) || (!taken && isPaidWithSale(sale, id))) {
        return;
    }
    if (payment.currency != "EUR") {
        throw ApiError(400, "currency-unsupported", {payment.currency});
    }
    const std::int64_t sign = taken ? -1 : 1;
    Draft draft(taken ? id + ".void" : id, taken ? "Zahlung storniert" : "Zahlung");
    draft.addCase(cases::ClaimSettled, taken ? "Zahlung storniert" : "Zahlung einer Rechnung",
                  sign * payment.amount);
    draft.addPayment(payment.method, sign * payment.amount, sign * payment.walletAmount,
                     payment.walletCurrency);
    if (sale) {
        draft.setReference(*sale);
    }
    recordAndSign(call, own, draft);
}

} // namespace

/// In the transaction of the payment.
void hooks::paymentReceived(Call& call, const Event& event) {
    if (call.company().country != Country || wasPaidWithSale(call, event.objectId())) {
        return;
    }
    if (const auto own = ownRegime(call)) {
        const PaymentId id = PaymentId::parse(event.objectId()).value();
        for (const Row row : call.db().query(PaymentSql, call.companyId(), id)) {
            recordPayment(call, *own, SalePayments.read(row), false);
        }
    }
}

void recordVoidedPayments(Call& call, const OwnRegime& own, records::TransactionId transaction) {
    for (const Row row : call.db().query(VoidedSql, call.companyId(), transaction)) {
        recordPayment(call, own, SalePayments.read(row), true);
    }
}

} // namespace svc::de_kassensichv
