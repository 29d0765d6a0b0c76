#pragma once

#include "purchase/store/find.hpp"

namespace svc::purchases {

/// The purchase as the API shows it; `today` decides whether it is overdue.
api::Purchase shown(Purchase purchase, Date today, PurchaseParts parts = WholePurchase);
/// The answer of POST …/receipts.
api::PurchaseReceiptAnswer receiptAnswer(const Receipt& receipt, const Purchase& purchase);
/// The response of POST …/payments: the payment, and the purchase in short.
api::PurchasePaymentAnswer paymentAnswer(const Payment& payment, const Purchase& purchase);

/// `[{ field, from, to }]`: a change of one field in the format of the history.
template <class Value>
Json changeOf(std::string_view field, const Value& from, const Value& to) {
    return Json::array({Json::object({{"field", field}, {"from", from}, {"to", to}})});
}

} // namespace svc::purchases
