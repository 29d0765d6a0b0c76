#include "domain/states.hpp"

namespace svc::purchases {

std::string_view paymentStatusOf(const Purchase& purchase) {
    if (purchase.status == "cancelled") {
        return "unpaid";
    }
    if (purchase.balance() == 0) {
        return "paid";
    }
    return purchase.paid > 0 ? "partially_paid" : "unpaid";
}

std::string_view receiptStatusOf(const std::vector<PurchaseLine>& lines) {
    bool received = false;
    bool remains = false;
    for (const PurchaseLine& line : lines) {
        received = received || !line.quantityReceived.isZero();
        remains = remains || !line.remaining().isZero();
    }
    if (!remains) {
        return "received";
    }
    return received ? "partially_received" : "pending";
}

bool isOverdue(const Purchase& purchase, Date today) {
    return purchase.balance() > 0 && purchase.dueDate && *purchase.dueDate < today;
}

bool isCancellable(const Purchase& purchase) {
    return purchase.status == "ordered" && purchase.receiptStatus == "pending" && purchase.paid == 0;
}

} // namespace svc::purchases
