#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

// What bodies must fulfil beyond their contract, which the input of a command is not checked against.

/// Refuses a body of POST /purchases without lines, lines without what they need, and what excludes each
/// other.
void checkPurchase(const api::PurchaseCreate& body);
/// Refuses amounts with more decimals than the currency of the purchase has.
void checkAmounts(const api::PurchaseCreate& body, Currency currency);
/// Refuses quantities of zero or with too many decimals in a body of POST …/receipts.
void checkReceipt(const api::PurchaseReceiptCreate& body);

} // namespace svc::purchases
