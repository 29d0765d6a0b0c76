#include "purchase/pay.hpp"

#include <svc/changes.hpp>

#include "purchase/events.hpp"
#include "purchase/rules/states.hpp"
#include "purchase/store/writes.hpp"
#include "purchase/view.hpp"
#include "trade/balances.hpp"
#include "trade/rates.hpp"
#include "trade/wallets.hpp"

namespace svc::purchases {
namespace {

/// Pays from the wallet and posts against the payable; `walletBase` is the amount that the wallet gave in the
/// currency of the company. Its difference to payment.amountBase is an exchange gain or loss.
TransactionId payOut(Call& call, const Purchase& purchase, const Payment& payment, std::int64_t walletBase,
                     const Wallet& wallet) {
    const bool foreign = payment.currency != call.company().currency;
    Json counterpart = Json::array(
        {Json::object({{"role", "supplier"},
                       {"amount", payment.amountBase},
                       {"partnerId", purchase.partnerId},
                       {"partnerName", purchase.partner.name},
                       {"openItem", purchase.id},
                       {"openItemNumber", purchase.number},
                       {"foreignAmount", foreign ? std::optional(payment.amount) : std::nullopt},
                       {"foreignCurrency", foreign ? std::optional(payment.currency) : std::nullopt}})});
    // The wallet gave more than the settled payable: a loss. A gain is on the wallet's side of the entry.
    if (const std::int64_t loss = walletBase - payment.amountBase; loss != 0) {
        counterpart.push(Json::object({{"role", loss > 0 ? "fx_loss" : "fx_gain"}, {"amount", loss}}));
    }
    return calls::treasury::pay(call, {.walletId = payment.walletId,
                                       .wallet = wallet,
                                       .amount = MinorAmount(payment.walletAmount),
                                       .baseAmount = walletBase,
                                       .kind = calls::treasury::TransactionKind::PurchasePayment,
                                       .documentKind = std::string("purchase"),
                                       .documentId = purchase.id.toString(),
                                       .documentNumber = purchase.number,
                                       .documentDate = purchase.date,
                                       .partnerId = purchase.partnerId,
                                       .date = payment.date,
                                       .label = purchase.label(),
                                       .reference = payment.reference,
                                       .businessUnitId = purchase.businessUnitId,
                                       .counterpart = std::move(counterpart)})
        .transactionId;
}

/// Records a payment on an existing purchase: the whole of POST …/payments, also for purchases.pay.
api::PurchasePaymentAnswer recordPayment(Call& call, PurchaseId id, const api::PurchasePaymentCreate& body,
                                         std::string origin) {
    if (body.amount.decimal().sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
    // Locked until the commit: payments of one purchase are serialized, and each sees the remaining balance.
    Purchase purchase = lockPurchase(call, id);
    const Wallet wallet =
        trade::requireWallet<calls::treasury::wallet>(call, body.walletId, purchase.businessUnitId);
    if (purchase.isCancelled()) {
        throw ApiError(400, "purchase-cancelled");
    }
    trade::checkWalletState(wallet, "walletId");

    PlannedPayment planned = planPayment(call, purchase, body, wallet);
    planned.payment.origin = std::move(origin);
    const std::int64_t before = purchase.balance();
    settlePayment(call, purchase, planned);
    updatePaid(call, purchase);
    if (purchase.balance() == 0) {
        emitPurchasePaid(call, purchase, planned.payment);
    }
    call.history("purchase", purchase.id.toString(), "payment.recorded",
                 changeOf("balance", before, purchase.balance()));
    return paymentAnswer(planned.payment, purchase);
}

} // namespace

PlannedPayment planPayment(Call& call, const Purchase& purchase, const api::PurchasePaymentCreate& body,
                           const Wallet& wallet) {
    PlannedPayment planned;
    Payment& payment = planned.payment;
    payment.date = call.businessDate(body.date);

    const Currency base = call.company().currency;
    const trade::DayRates rates =
        trade::ratesOf<calls::treasury::rate>(call, purchase, payment.date, wallet.currency);
    payment.amount = body.amount.minor(purchase.currency, "amount");
    if (payment.amount > purchase.balance()) {
        throw ApiError(400, "amount-above-outstanding");
    }
    payment.method = trade::methodFor(wallet, body.method, "method");
    const trade::WalletAmounts amounts = trade::walletAmountsOf(
        payment.amount, body.walletAmount, {purchase.currency, wallet.currency, base}, rates, "walletAmount");
    payment.walletAmount = amounts.walletAmount;
    planned.walletBase = amounts.walletBase;
    planned.wallet = wallet;
    payment.id = call.newId<PaymentId>();
    payment.amountBase = trade::releasedBase(purchase.debt(), payment.amount);
    payment.currency = purchase.currency;
    payment.walletId = wallet.id;
    payment.walletCurrency = wallet.currency;
    payment.reference = body.reference;
    payment.note = body.note;
    payment.createdAt = call.now();
    return planned;
}

void settlePayment(Call& call, Purchase& purchase, PlannedPayment& planned) {
    Payment& payment = planned.payment;
    purchase.paid += payment.amount;
    purchase.paidBase += payment.amountBase;
    purchase.paymentStatus = paymentStatusOf(purchase);
    payment.transactionId = payOut(call, purchase, payment, planned.walletBase, planned.wallet);
    insertPayment(call, purchase, payment);
    trade::adjustBalance<calls::partners::adjustBalance>(call, purchase.partnerId,
                                                         {.payable = -payment.amountBase});
}

Answer<201, api::PurchasePaymentAnswer>
createPurchasePayment(Request& request, const api::CreatePurchasePaymentParameters& parameters,
                      const api::PurchasePaymentCreate& body) {
    return recordPayment(request, parameters.purchaseId, body, "purchase");
}

api::PurchasePaymentAnswer commands::pay(Call& call, const Json& input) {
    api::PurchasePaymentCreate body;
    read(input, bind::Place(), body);
    return recordPayment(call, PurchaseId::parseOrNil(input.textOr("purchaseId")), body,
                         input.textOr("origin", "purchase"));
}

} // namespace svc::purchases
