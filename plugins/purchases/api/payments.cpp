#include "api/payments.hpp"

#include <svc/amounts.hpp>
#include <svc/error.hpp>
#include <svc/http.hpp>
#include <svc/payments.hpp>
#include <svc/tax.hpp>

#include "api/events.hpp"
#include "api/purchase_json.hpp"
#include "api/routes.hpp"
#include "domain/base_amounts.hpp"
#include "domain/states.hpp"
#include "store/purchase_store.hpp"
#include "store/purchase_writes.hpp"

namespace svc::purchases {
namespace {

/// Rates of the day of the payment, also on the day of the purchase; a purchase whose rate nobody recorded
/// knows its own.
DayRates ratesOf(Call& call, const Purchase& purchase, Date date, Currency wallet) {
    DayRates rates;
    const Currency base = call.company().currency;
    if (purchase.currency != base) {
        const auto recorded = findRate(call, purchase.currency, date);
        rates.document = recorded                ? *recorded
                         : date == purchase.date ? purchase.exchangeRate
                                                 : rateOf(call, purchase.currency, date);
    }
    if (wallet != base) {
        rates.wallet = wallet == purchase.currency ? rates.document : rateOf(call, wallet, date);
    }
    return rates;
}

Json balanceChange(std::int64_t from, std::int64_t to) {
    return Json::array({Json::object({{"field", "balance"}, {"from", from}, {"to", to}})});
}

} // namespace

PlannedPayment planPayment(Call& call, const Purchase& purchase, const PaymentInput& input,
                           const Wallet& wallet) {
    PlannedPayment planned;
    Payment& payment = planned.payment;
    payment.date = input.date.value_or(call.today());
    call.checkDate(payment.date);

    const Currency base = call.company().currency;
    const DayRates rates = ratesOf(call, purchase, payment.date, wallet.currency);
    payment.amount = amountOf(input.amount, purchase.currency, "amount");
    if (payment.amount > purchase.balance()) {
        throw ApiError(400, "amount-above-outstanding");
    }
    payment.method = input.method.value_or(std::string(defaultMethod(wallet.kind)));
    if (!methodFits(payment.method, wallet.kind)) {
        throw fieldInvalid("method");
    }
    std::optional<std::int64_t> given;
    if (input.walletAmount) {
        given = amountOf(*input.walletAmount, wallet.currency, "walletAmount");
        if (*given <= 0 || (wallet.currency == purchase.currency && *given != payment.amount)) {
            throw fieldInvalid("walletAmount");
        }
    }
    try {
        const WalletAmounts amounts =
            walletAmounts(payment.amount, purchase.currency, given, wallet.currency, base, rates);
        payment.walletAmount = amounts.walletAmount;
        planned.walletBase = amounts.walletBase;
    } catch (const DocumentError&) {
        throw fieldInvalid("walletAmount");
    }
    planned.wallet = wallet.facts;
    payment.id = call.newUuid();
    payment.amountBase = releasedBase(purchase, payment.amount);
    payment.currency = purchase.currency;
    payment.walletId = wallet.id;
    payment.walletCurrency = wallet.currency;
    payment.reference = input.reference;
    payment.note = input.note;
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
    adjustPayable(call, purchase.partnerId, -payment.amountBase);
}

Json recordPayment(Call& call, std::string_view purchaseId, const Json& body, std::string_view origin) {
    const PaymentInput input = readPaymentInput(body);
    const std::optional<Uuid> id = decodeId("pur", purchaseId);
    // Locked until the commit: payments of one purchase follow each other, and each sees what is left.
    std::optional<Purchase> found = id ? lockPurchase(call.db(), call.companyId(), *id) : std::nullopt;
    if (!found) {
        throw ApiError(404, "purchase-not-found");
    }
    Purchase& purchase = *found;
    const Wallet wallet =
        requireWallet(call, input.walletId, encodeId("bus", purchase.businessUnitId), "walletId");
    if (purchase.status == "cancelled") {
        throw ApiError(400, "purchase-cancelled");
    }
    checkWalletState(wallet, "walletId");

    PlannedPayment planned = planPayment(call, purchase, input, wallet);
    planned.payment.origin = origin;
    const std::int64_t before = purchase.balance();
    settlePayment(call, purchase, planned);
    updatePaid(call, purchase);
    if (purchase.balance() == 0) {
        emitPurchasePaid(call, purchase, planned.payment);
    }
    call.history("purchase", encodeId("pur", purchase.id), "payment.recorded",
                 balanceChange(before, purchase.balance()));
    return paymentAnswerJson(planned.payment, purchase);
}

Purchase voidPayment(Call& call, const Uuid& paymentId, const std::string& reason, Date date) {
    const auto purchaseId = purchaseOfPayment(call.db(), call.companyId(), paymentId);
    if (!purchaseId) {
        throw ApiError(404, "payment-not-found");
    }
    // The purchase first, as a payment does; then its payments as they stand under the lock.
    lockPurchase(call.db(), call.companyId(), *purchaseId);
    Purchase purchase = findPurchase(call.db(), call.companyId(), *purchaseId,
                                     {.lines = true, .payments = true, .receipts = true})
                            .value();
    for (Payment& payment : purchase.payments) {
        if (payment.id != paymentId) {
            continue;
        }
        if (payment.status == "voided") {
            throw ApiError(400, "transaction-voided");
        }
        const std::int64_t before = purchase.balance();
        call.command("treasury.reverse",
                     Json::object({{"transactionId", encodeId("txn", payment.transactionId)},
                                   {"reason", reason},
                                   {"date", date}}));
        payment.status = "voided";
        purchase.paid -= payment.amount;
        purchase.paidBase -= payment.amountBase;
        purchase.paymentStatus = paymentStatusOf(purchase);
        markVoided(call, payment);
        updatePaid(call, purchase);
        adjustPayable(call, purchase.partnerId, payment.amountBase);
        call.history("purchase", encodeId("pur", purchase.id), "payment.voided",
                     balanceChange(before, purchase.balance()));
    }
    ++purchase.version;
    purchase.updatedAt = call.now();
    return purchase;
}

Response createPaymentRoute(Request& request) {
    return Response::json(201,
                          recordPayment(request, request.path("purchaseId"), request.body(), "purchase"));
}

} // namespace svc::purchases
