#include <algorithm>

#include <svc/changes.hpp>
#include <svc/text.hpp>

#include "sale/rules/refund_plan.hpp"
#include "sale/rules/states.hpp"
#include "sale/store/credit_writes.hpp"
#include "sale/store/follow.hpp"
#include "sale/store/writes.hpp"
#include "sale/view.hpp"
#include "trade/balances.hpp"

namespace svc::sales {

api::Sale commands::voidPayment(Call& call, const commands::VoidPaymentInput& input) {
    const std::optional<SaleId> saleId = saleOfPayment(call, input.paymentId);
    if (!saleId) {
        throw ApiError(404, "payment-not-found");
    }
    Sale sale = lockWholeSale(call, *saleId);
    Payment& payment = *std::find_if(sale.payments.begin(), sale.payments.end(),
                                     [&](const Payment& one) { return one.id == input.paymentId; });
    if (payment.status == api::SalePaymentState::Voided) {
        throw ApiError(400, "transaction-voided");
    }
    // A payment that was refunded in part or in whole cannot be voided too.
    if (sale.paid - payment.amount < sale.refunded) {
        throw ApiError(400, "amount-above-refundable");
    }
    const std::string reason(trim(input.reason.value_or("")));
    const Date date = call.businessDate(input.date);
    if (date < payment.date || payment.amount > heldFrom(sale, date)) {
        throw fieldInvalid("date");
    }

    const std::int64_t before = sale.balance();
    payment.status = api::SalePaymentState::Voided;
    sale.paid -= payment.amount;
    sale.paidBase -= payment.amountBase;
    sale.paymentStatus = paymentStatusOf(sale);
    sale.version += 1;
    sale.updatedAt = call.now();
    updatePaid(call, sale);
    updateVoided(call, payment.id, reason);
    calls::treasury::reverse(call, {.transactionId = payment.transactionId, .reason = reason, .date = date});
    trade::adjustBalance<calls::partners::adjustBalance>(call, sale.partnerId,
                                                         {.receivable = payment.amountBase});
    call.history("sale", sale.id.toString(), "payment.voided", changeOf("balance", before, sale.balance()));
    return shown(call, std::move(sale));
}

void commands::paymentFailed(Call& call, const commands::PaymentFailedInput& input) {
    const std::optional<Sale> sale = findSale(call, input.saleId, {});
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    events::PaymentFailed event{.id = call.newId<PaymentId>(),
                                .amount = {input.amount, sale->currency},
                                .saleId = sale->id,
                                .saleNumber = sale->number,
                                .partner = sale->partner,
                                .provider = input.provider,
                                .error = input.error};
    if (!fromText(input.method, event.method)) {
        throw fieldInvalid("method");
    }
    if (!fromText(input.origin, event.origin)) {
        throw fieldInvalid("origin");
    }
    if (!fromText(input.status, event.status)) {
        throw fieldInvalid("status");
    }
    emit(call, event);
}

} // namespace svc::sales
