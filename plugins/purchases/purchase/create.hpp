#pragma once

#include "bindings.hpp"
#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// The whole of POST /purchases: checks, number, rows, receipt, payment, events, ledger entries.
Purchase makePurchase(Call& call, const api::PurchaseCreate& body);

} // namespace svc::purchases
