#pragma once

#include "purchase/pay.hpp"

namespace svc::purchases {

/// A purchase that has passed every check, before anything is written: all but its number.
struct PurchaseDraft {
    Purchase purchase;
    std::optional<PlannedPayment> payment;
};

/// Looks up the records that the body names, applies the rules in the order of API definitions 1.7 and
/// computes every amount.
PurchaseDraft buildPurchase(Call& call, const api::PurchaseCreate& body);

} // namespace svc::purchases
