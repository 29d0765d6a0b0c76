#pragma once

#include "bindings.hpp"
#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// A receipt that has passed every check.
struct PlannedReceipt {
    Receipt receipt;
    std::vector<Decimal> unitCosts; ///< per unit, in the currency of the company, line by line
    std::vector<Decimal> before;    ///< quantities received earlier, per line of the receipt
};

/// Checks the lines of a receipt against the remaining quantities of the purchase, whose lines must be read,
/// and updates its received quantities. A receipt without lines receives all that remains.
PlannedReceipt planReceipt(Call& call, Purchase& purchase, const api::PurchaseReceiptCreate& body,
                           const std::optional<LocationId>& locationId);

/// Takes the number, posts the payable, receives the goods into stock, queues the rows, emits the event.
void settleReceipt(Call& call, Purchase& purchase, PlannedReceipt& planned);

} // namespace svc::purchases
