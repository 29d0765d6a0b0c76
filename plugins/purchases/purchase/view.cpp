#include "purchase/view.hpp"

#include <iterator>

#include "purchase/rules/states.hpp"

namespace svc::purchases {
namespace {

/// The members of records that the API shows.
template <class Shown, class Record>
std::vector<Shown> shownOf(std::vector<Record>&& records) {
    return {std::make_move_iterator(records.begin()), std::make_move_iterator(records.end())};
}

} // namespace

api::Purchase shown(Purchase purchase, Date today, PurchaseParts parts) {
    api::Purchase& answer = purchase;
    answer.overdue = isOverdue(purchase, today);
    answer.balance = purchase.balance();
    if (parts.lines) {
        answer.lines = shownOf<api::PurchaseLine>(std::move(purchase.lines));
    }
    if (parts.receipts) {
        answer.receipts = std::move(purchase.receipts);
    }
    if (parts.payments) {
        answer.payments = shownOf<api::PurchasePayment>(std::move(purchase.payments));
    }
    return std::move(answer);
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
