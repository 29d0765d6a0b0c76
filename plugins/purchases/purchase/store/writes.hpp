#pragma once

#include "bindings.hpp"
#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

// Queued writes. `newVersion`: a visible change that increments the version; writes that belong to the
// creation stay in version 1.
void insertPurchase(Call& call, const Purchase& purchase);
void insertReceipt(Call& call, const Purchase& purchase, const Receipt& receipt);
void insertPayment(Call& call, const Purchase& purchase, const Payment& payment);
/// Quantities, status and payable after a receipt.
void updateReceived(Call& call, const Purchase& purchase, bool newVersion = true);
void updatePaid(Call& call, const Purchase& purchase, bool newVersion = true);
void updateEditable(Call& call, const Purchase& purchase);
void updateCancelled(Call& call, const Purchase& purchase);
void markVoided(Call& call, const Payment& payment);

} // namespace svc::purchases
