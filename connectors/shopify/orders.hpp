#pragma once

#include "admin.hpp"
#include "common/shop_orders.hpp"

namespace svc::shopify {

/// The next ten orders after the position of the window, in the order of their changes. A paid order becomes
/// a record with its remaining lines; a cancelled, refunded or voided one is removed.
Json readOrders(Call& call, const Admin& admin, const connector::OrderWindow& window);

} // namespace svc::shopify
