#include <svc/changes.hpp>

#include "purchase/rules/states.hpp"
#include "purchase/store/writes.hpp"
#include "purchase/view.hpp"
#include "trade/balances.hpp"

namespace svc::purchases {

api::Purchase commands::voidPayment(Call& call, const commands::VoidPaymentInput& input) {
    const auto purchaseId = purchaseOfPayment(call, input.paymentId);
    if (!purchaseId) {
        throw ApiError(404, "payment-not-found");
    }
    // Lock the purchase first, as a payment does; then read its payments under the lock.
    lockPurchase(call, *purchaseId);
    Purchase purchase = findPurchase(call, *purchaseId, WholePurchase).value();
    for (Payment& payment : purchase.payments) {
        if (payment.id != input.paymentId) {
            continue;
        }
        if (payment.status == api::PurchasePaymentState::Voided) {
            throw ApiError(400, "transaction-voided");
        }
        const std::int64_t before = purchase.balance();
        calls::treasury::reverse(call, {.transactionId = payment.transactionId,
                                        .reason = input.reason,
                                        .date = input.date.value_or(call.today())});
        payment.status = api::PurchasePaymentState::Voided;
        purchase.paid -= payment.amount;
        purchase.paidBase -= payment.amountBase;
        purchase.paymentStatus = paymentStatusOf(purchase);
        markVoided(call, payment);
        updatePaid(call, purchase);
        trade::adjustBalance<calls::partners::adjustBalance>(call, purchase.partnerId,
                                                             {.payable = payment.amountBase});
        call.history("purchase", purchase.id.toString(), "payment.voided",
                     changeOf("balance", before, purchase.balance()));
    }
    ++purchase.version;
    purchase.updatedAt = call.now();
    return shown(std::move(purchase), call.today());
}

} // namespace svc::purchases
