#pragma once

#include "bindings.hpp"
#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

using Wallet = calls::treasury::KnownWallet;

/// A payment that has passed every check, before money is moved.
struct PlannedPayment {
    Payment payment;
    std::int64_t walletBase = 0; ///< what leaves the wallet, in the currency of the company
    Wallet wallet;
};

/// Checks date, method and amounts of a payment against the current purchase, and converts them.
PlannedPayment planPayment(Call& call, const Purchase& purchase, const api::PurchasePaymentCreate& body,
                           const Wallet& wallet);

/// Adds a planned payment to the amounts and the status of the purchase, moves the money, queues the row.
void settlePayment(Call& call, Purchase& purchase, PlannedPayment& planned);

} // namespace svc::purchases
