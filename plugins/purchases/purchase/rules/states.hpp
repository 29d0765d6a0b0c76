#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// An order worth nothing is paid from the start.
api::PurchasePaymentStatus paymentStatusOf(const Purchase& purchase);

/// From the lines.
api::PurchaseReceiptStatus receiptStatusOf(const std::vector<PurchaseLine>& lines);

/// A balance above zero and a due date that is past.
bool isOverdue(const Purchase& purchase, Date today);

/// May it be cancelled? Only an order of which nothing has come and nothing is paid.
bool isCancellable(const Purchase& purchase);

} // namespace svc::purchases
