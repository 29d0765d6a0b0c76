#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// A receipt that has passed every check.
struct PlannedReceipt {
    Receipt receipt;
    std::vector<Decimal> unitCosts; ///< of one unit in the currency of the company, line by line
    std::vector<Decimal> before;    ///< quantities received before, line by line of the receipt
};

/// Checks the lines of a receipt against what is left on the purchase, whose lines are read; the quantities
/// received of the purchase are then those after it. Without lines all that remains comes in.
PlannedReceipt planReceipt(Call& call, Purchase& purchase, const api::PurchaseReceiptCreate& body,
                           const std::optional<LocationId>& locationId);

/// Takes the number, posts what is now owed, puts the goods on the shelf, queues the rows, tells the event.
void settleReceipt(Call& call, Purchase& purchase, PlannedReceipt& planned);

} // namespace svc::purchases
