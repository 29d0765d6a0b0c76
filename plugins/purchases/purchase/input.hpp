#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

// Rules on requests beyond their contract. The input of a command is not checked against the contract.

/// Refuses a body of POST /purchases without lines, with incomplete lines, or with members that exclude each
/// other.
void checkPurchase(const api::PurchaseCreate& body);
/// Refuses amounts with more decimals than the currency of the purchase has.
void checkAmounts(const api::PurchaseCreate& body, Currency currency);
/// Refuses quantities of zero or with too many decimals in a body of POST …/receipts.
void checkReceipt(const api::PurchaseReceiptCreate& body);

} // namespace svc::purchases
