#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// The answer of an operation on one purchase, read as it is now: 404 purchase-not-found.
Answer<200, api::Purchase> readAgain(Request& request, PurchaseId id);

} // namespace svc::purchases
