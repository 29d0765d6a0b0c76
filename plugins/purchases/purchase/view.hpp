#pragma once

#include "purchase/store/find.hpp"

namespace svc::purchases {

/// The purchase as the API shows it; `today` decides whether it is overdue.
api::Purchase shown(Purchase purchase, Date today, PurchaseParts parts = WholePurchase);
/// The answer of POST …/receipts.
api::PurchaseReceiptAnswer receiptAnswer(const Receipt& receipt, const Purchase& purchase);
/// The response of POST …/payments: the payment, and the purchase in short.
api::PurchasePaymentAnswer paymentAnswer(const Payment& payment, const Purchase& purchase);

} // namespace svc::purchases
