#pragma once

#include "admin.hpp"
#include "common/shop_orders.hpp"

namespace svc::shopify {

/// The orders behind the place of the window, ten with each call, in the order of their changes: a paid one
/// as a record with what is left of it, a cancelled, refunded or voided one as a removed one.
Json readOrders(Call& call, const Admin& admin, const connector::OrderWindow& window);

} // namespace svc::shopify
