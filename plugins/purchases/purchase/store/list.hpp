#pragma once

#include <svc/list.hpp>

#include "purchase/store/find.hpp"

namespace svc::purchases {

struct PurchaseListPage {
    std::vector<Purchase> rows;
    /// Totals: subtotal, tax, total and paid in the currency of the company, cancelled purchases left out.
    ListSummary summary;
};

/// The rows of the page and the number of all that match; their totals when the request wants a page.
PurchaseListPage findPurchases(Request& request, const api::ListPurchasesParameters& parameters,
                               PurchaseParts parts);

/// Purchases with a balance, without their parts, earliest due first: used to find the purchase of a payment.
std::vector<commands::OpenPurchase> openPurchases(Call& call, const commands::OpenInput& filter);

} // namespace svc::purchases
