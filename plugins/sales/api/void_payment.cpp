#include <algorithm>

#include <svc/contracts/treasury.hpp>

#include "api/events.hpp"
#include "api/neighbours.hpp"
#include "api/routes.hpp"
#include "api/sale_view.hpp"
#include "domain/states.hpp"
#include "store/credit_writes.hpp"
#include "store/follow_store.hpp"
#include "store/sale_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {

Json voidPaymentCommand(Call& call, const Json& input) {
    const std::optional<Uuid> id = decodeId("pay", input.textOr("paymentId"));
    const std::optional<Uuid> saleId = id ? saleOfPayment(call, *id) : std::nullopt;
    if (!saleId) {
        throw ApiError(404, "payment-not-found");
    }
    Sale sale = lockWholeSale(call.db(), call.companyId(), saleId);
    Payment& payment = *std::find_if(sale.payments.begin(), sale.payments.end(),
                                     [&](const Payment& one) { return one.id == *id; });
    if (payment.status == "voided") {
        throw ApiError(400, "transaction-voided");
    }
    // What was given back cannot be taken away as well.
    if (sale.paid - payment.amount < sale.refunded) {
        throw ApiError(400, "amount-above-refundable");
    }
    const std::string reason = input.textOr("reason");
    const auto dateText = input.optionalText("date");
    const Date date = (dateText ? Date::parse(*dateText) : std::nullopt).value_or(call.today());
    call.checkDate(date);

    const std::int64_t before = sale.balance();
    payment.status = "voided";
    sale.paid -= payment.amount;
    sale.paidBase -= payment.amountBase;
    sale.paymentStatus = paymentStatusOf(sale);
    sale.version += 1;
    sale.updatedAt = call.now();
    updatePaid(call, sale);
    updateVoided(call, *id, reason);
    contracts::reverseMoney(call, encodeId("txn", payment.transactionId), reason, date);
    if (sale.partnerId) {
        adjustReceivable(call, *sale.partnerId, payment.amountBase);
    }
    call.history(
        "sale", encodeId("sal", sale.id), "payment.voided",
        Json::array({Json::object({{"field", "balance"}, {"from", before}, {"to", sale.balance()}})}));
    return Json::parse(shownSale(call, sale));
}

Json failedPaymentCommand(Call& call, const Json& input) {
    const std::optional<Uuid> id = decodeId("sal", input.textOr("saleId"));
    const std::optional<Sale> sale = id ? findSale(call.db(), call.companyId(), *id, {}) : std::nullopt;
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    FailedPayment payment;
    payment.id = call.newUuid();
    payment.amount = input["amount"].integer();
    payment.method = input.textOr("method", "payment_link");
    payment.origin = input.textOr("origin", "payment_link");
    payment.provider = input.optionalText("provider");
    payment.status = input.textOr("status", "failed");
    payment.error = input.optionalText("error");
    if (!isPaymentMethod(payment.method)) {
        throw fieldInvalid("method");
    }
    if (!isPaymentOrigin(payment.origin)) {
        throw fieldInvalid("origin");
    }
    if (payment.status != "failed" && payment.status != "expired") {
        throw fieldInvalid("status");
    }
    emitPaymentFailed(call, *sale, payment);
    return Json::object();
}

} // namespace svc::sales
