#pragma once

#include "bindings.hpp"
#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// The response of an operation on one purchase, read again: 404 purchase-not-found.
Answer<200, api::Purchase> readAgain(Request& request, PurchaseId id);

} // namespace svc::purchases
