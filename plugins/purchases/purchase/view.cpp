#include "purchase/view.hpp"

#include "purchase/rules/states.hpp"

namespace svc::purchases {
namespace {

/// The members of records that the API shows.
template <class Shown, class Record>
std::optional<std::vector<Shown>> partsOf(const std::vector<Record>& records, bool wanted) {
    return wanted ? std::optional(std::vector<Shown>(records.begin(), records.end())) : std::nullopt;
}

} // namespace

api::PurchasePartner partnerOf(const Purchase& purchase) {
    return {.id = purchase.partnerId, .name = purchase.partnerName};
}

api::Purchase shown(const Purchase& purchase, Date today, PurchaseParts parts) {
    api::Purchase answer{.id = purchase.id,
                         .number = purchase.number,
                         .status = purchase.status,
                         .receiptStatus = purchase.receiptStatus,
                         .paymentStatus = purchase.paymentStatus,
                         .supplierReference = purchase.supplierReference,
                         .businessUnitId = purchase.businessUnitId,
                         .partnerId = purchase.partnerId,
                         .partner = partnerOf(purchase),
                         .date = purchase.date,
                         .expectedAt = purchase.expectedAt,
                         .dueDate = purchase.dueDate,
                         .overdue = isOverdue(purchase, today),
                         .currency = purchase.currency,
                         .exchangeRate = purchase.exchangeRate,
                         .pricesIncludeTax = purchase.pricesIncludeTax,
                         .discountPercent = purchase.discountPercent,
                         .discountAmount = purchase.discountAmount,
                         .subtotal = purchase.subtotal,
                         .discountTotal = purchase.discountTotal,
                         .taxTotal = purchase.taxTotal,
                         .total = purchase.total,
                         .totalBase = purchase.totalBase,
                         .paid = purchase.paid,
                         .balance = purchase.balance(),
                         .taxes = purchase.taxes,
                         .lines = partsOf<api::PurchaseLine>(purchase.lines, parts.lines),
                         .receipts = partsOf<Receipt>(purchase.receipts, parts.receipts),
                         .payments = partsOf<api::PurchasePayment>(purchase.payments, parts.payments),
                         .locationId = purchase.locationId,
                         .note = purchase.note,
                         .createdAt = purchase.createdAt,
                         .updatedAt = purchase.updatedAt,
                         .version = purchase.version,
                         .createdBy = purchase.createdBy};
    if (purchase.cancelledAt) {
        answer.cancellation = {.at = *purchase.cancelledAt, .reason = purchase.cancelReason};
    }
    return answer;
}

api::PurchaseReceiptAnswer receiptAnswer(const Receipt& receipt, const Purchase& purchase) {
    return {.id = receipt.id,
            .number = receipt.number,
            .purchaseId = purchase.id,
            .date = receipt.date,
            .locationId = receipt.locationId,
            .complete = receipt.complete,
            .receiptStatus = purchase.receiptStatus,
            .currency = purchase.currency,
            .lines = receipt.lines,
            .note = receipt.note,
            .createdAt = receipt.createdAt};
}

api::PurchasePaymentAnswer paymentAnswer(const Payment& payment, const Purchase& purchase) {
    return {payment,
            {.id = purchase.id,
             .paymentStatus = purchase.paymentStatus,
             .paid = purchase.paid,
             .balance = purchase.balance()}};
}

} // namespace svc::purchases
