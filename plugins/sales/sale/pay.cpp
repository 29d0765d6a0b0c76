#include "sale/pay.hpp"

#include <svc/changes.hpp>

#include "document/events.hpp"
#include "sale/input.hpp"
#include "sale/rules/states.hpp"
#include "sale/store/find.hpp"
#include "sale/store/writes.hpp"
#include "trade/balances.hpp"
#include "trade/rates.hpp"
#include "trade/wallets.hpp"

namespace svc::sales {
namespace {

std::optional<std::int64_t> minorOf(const std::optional<MajorAmount>& amount, Currency currency,
                                    const std::string& path) {
    return amount ? std::optional(amount->minor(currency, path)) : std::nullopt;
}

/// Records a payment on an existing sale: the whole of POST …/payments, also for the command sales.pay.
Payment recordPayment(Call& call, SaleId saleId, const api::SalePaymentCreate& input,
                      api::PaymentOrigin origin, std::optional<std::string> provider) {
    checkFields(input);
    // Locked until the commit: payments of one sale are serialized, and each sees the remaining balance.
    Sale sale = lockSale(call, saleId);
    const Wallet wallet =
        trade::requireWallet<calls::treasury::wallet>(call, input.walletId, sale.businessUnitId);
    if (sale.status == api::SaleStatus::Cancelled) {
        throw ApiError(400, "sale-cancelled");
    }
    trade::checkWalletState(wallet, "walletId");
    PlannedPayment planned = planPayment(call, sale, input, wallet, "");
    planned.payment.origin = origin;
    planned.payment.provider = std::move(provider);
    const std::int64_t before = sale.balance();
    applyPayment(sale, planned.payment);
    updatePaid(call, sale);
    settlePayment(call, sale, planned);
    emitPaymentReceived(call, sale, planned.payment);
    if (sale.balance() == 0) {
        emitInvoicePaid(call, sale, &planned.payment);
    } else {
        emitInvoicePartiallyPaid(call, sale, planned.payment);
    }
    trade::adjustBalance<calls::partners::adjustBalance>(call, sale.partnerId,
                                                         {.receivable = -planned.payment.amountBase});
    call.history("sale", sale.id.toString(), "payment.recorded", changeOf("balance", before, sale.balance()));
    return std::move(planned.payment);
}

} // namespace

PlannedPayment planPayment(Call& call, const Sale& sale, const api::SalePaymentCreate& input,
                           const Wallet& wallet, const std::string& path) {
    PlannedPayment planned{.payment = {}, .wallet = wallet};
    Payment& payment = planned.payment;
    payment.date = call.businessDate(input.date, path + "date");
    const Currency base = call.company().currency;
    const trade::DayRates rates =
        trade::ratesOf<calls::treasury::rate>(call, sale, payment.date, wallet.currency);
    payment.amount = input.amount.minor(sale.currency, path + "amount");
    if (payment.amount > sale.balance()) {
        throw ApiError(400, "amount-above-outstanding");
    }
    payment.method = trade::methodFor(wallet, input.method, path + "method");
    payment.tendered = minorOf(input.tendered, sale.currency, path + "tendered");
    const std::optional<std::int64_t> change = trade::changeOf(payment.amount, payment.tendered);
    if (!change) {
        throw fieldInvalid(path + "tendered");
    }
    const trade::WalletAmounts amounts =
        trade::walletAmountsOf(payment.amount, input.walletAmount, {sale.currency, wallet.currency, base},
                               rates, path + "walletAmount");
    payment.walletAmount = amounts.walletAmount;
    planned.walletBase = amounts.walletBase;
    payment.id = call.newId<PaymentId>();
    payment.change = *change;
    payment.amountBase = trade::releasedBase(sale.claim(), payment.amount);
    payment.currency = sale.currency;
    payment.walletId = wallet.id;
    payment.walletCurrency = wallet.currency;
    payment.reference = input.reference;
    payment.note = input.note;
    payment.createdAt = call.now();
    payment.createdBy = call.actor();
    return planned;
}

void applyPayment(Sale& sale, const Payment& payment) {
    sale.paid += payment.amount;
    sale.paidBase += payment.amountBase;
    sale.paymentStatus = paymentStatusOf(sale);
}

void settlePayment(Call& call, const Sale& sale, PlannedPayment& planned) {
    Payment& payment = planned.payment;
    payment.transactionId = receivePayment(call, sale, payment, planned.walletBase, planned.wallet);
    payment.sale = {sale.id, sale.number, sale.paymentStatus, sale.paid, sale.balance()};
    insertPayment(call, payment);
}

Answer<201, api::SalePaymentAnswer> createSalePayment(Request& request,
                                                      const api::CreateSalePaymentParameters& parameters,
                                                      const api::SalePaymentCreate& body) {
    return recordPayment(request, parameters.saleId, body, api::PaymentOrigin::Sale, std::nullopt);
}

api::SalePaymentAnswer commands::pay(Call& call, const Json& input) {
    if (input["amount"].isNull()) {
        throw ApiError(400, "amount-required");
    }
    api::SalePaymentCreate body;
    read(input, bind::Place(), body);
    api::PaymentOrigin origin{};
    if (!fromText(input.textOr("origin", "sale"), origin)) {
        throw fieldInvalid("origin");
    }
    const Payment payment = recordPayment(call, SaleId::parseOrNil(input.textOr("saleId")), body, origin,
                                          input.optionalText("provider"));
    return static_cast<const api::SalePaymentAnswer&>(payment);
}

} // namespace svc::sales
