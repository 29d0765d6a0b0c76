#include "purchase/rules/states.hpp"

namespace svc::purchases {

api::PurchasePaymentStatus paymentStatusOf(const Purchase& purchase) {
    using Status = api::PurchasePaymentStatus;
    if (purchase.isCancelled()) {
        return Status::Unpaid;
    }
    if (purchase.balance() == 0) {
        return Status::Paid;
    }
    return purchase.paid > 0 ? Status::PartiallyPaid : Status::Unpaid;
}

api::PurchaseReceiptStatus receiptStatusOf(const std::vector<PurchaseLine>& lines) {
    using Status = api::PurchaseReceiptStatus;
    bool received = false;
    bool remains = false;
    for (const PurchaseLine& line : lines) {
        received = received || !line.quantityReceived.isZero();
        remains = remains || !line.remaining().isZero();
    }
    if (!remains) {
        return Status::Received;
    }
    return received ? Status::PartiallyReceived : Status::Pending;
}

bool isOverdue(const Purchase& purchase, Date today) {
    return purchase.balance() > 0 && purchase.dueDate && *purchase.dueDate < today;
}

bool isCancellable(const Purchase& purchase) {
    return !purchase.isCancelled() && purchase.receiptStatus == api::PurchaseReceiptStatus::Pending &&
           purchase.paid == 0;
}

} // namespace svc::purchases
