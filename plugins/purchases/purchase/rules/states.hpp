#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// A purchase with total zero is paid from the start.
api::PurchasePaymentStatus paymentStatusOf(const Purchase& purchase);

/// Computed from the lines.
api::PurchaseReceiptStatus receiptStatusOf(const std::vector<PurchaseLine>& lines);

/// Is the balance positive and the due date past?
bool isOverdue(const Purchase& purchase, Date today);

/// May it be cancelled? Only an order without receipts and payments.
bool isCancellable(const Purchase& purchase);

} // namespace svc::purchases
