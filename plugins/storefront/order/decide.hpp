#pragma once

#include "order/store.hpp"

namespace svc::storefront {

/// Locks the order, which must still be undecided.
Order openOrder(Call& call, OrderRequestId id);
/// Writes the decision, with its history.
void decide(Call& call, Order& order, api::OrderStatus status);

} // namespace svc::storefront
