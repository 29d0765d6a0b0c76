#pragma once

#include <svc/json.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// How a purchase is shown.
struct PurchaseView {
    bool lines = true;
    bool payments = true;
    bool receipts = true;
    Date today; ///< for `overdue`
};

/// The purchase read back.
Json purchaseJson(const Purchase& purchase, const PurchaseView& view);
/// The answer of POST …/receipts.
Json receiptAnswerJson(const Receipt& receipt, const Purchase& purchase);
/// The answer of POST …/payments: the payment, and the purchase in short.
Json paymentAnswerJson(const Payment& payment, const Purchase& purchase);
/// `{ "id", "name" }`
Json partnerJson(const Purchase& purchase);
Json locationJson(const std::optional<Uuid>& id);

} // namespace svc::purchases
