#pragma once

#include "bindings.hpp"
#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

// The events of API definitions 19 that are emitted in more than one place; the host adds the actor.
void emitPurchaseCreated(Call& call, const Purchase& purchase);
void emitPurchaseReceived(Call& call, const Purchase& purchase, const Receipt& receipt);
void emitPurchasePaid(Call& call, const Purchase& purchase, const Payment& payment);

} // namespace svc::purchases
