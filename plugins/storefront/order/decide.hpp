#pragma once

#include "order/store.hpp"

namespace svc::storefront {

/// The request, locked, still to be decided.
Order openOrder(Call& call, OrderRequestId id);
/// Writes what became of it, with its history.
void decide(Call& call, Order& order, api::OrderStatus status);

} // namespace svc::storefront
