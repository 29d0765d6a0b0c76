#pragma once

#include "purchase/pay.hpp"

namespace svc::purchases {

/// A purchase that has passed every check but is not written: complete except for its number.
struct PurchaseDraft {
    Purchase purchase;
    std::optional<PlannedPayment> payment;
};

/// Looks up the records that the request names, applies the rules in the order of API definitions 1.7 and
/// computes every amount.
PurchaseDraft buildPurchase(Call& call, const api::PurchaseCreate& body);

} // namespace svc::purchases
