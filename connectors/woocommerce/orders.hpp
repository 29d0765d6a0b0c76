#pragma once

#include <string>

#include "common/shop_orders.hpp"

namespace svc::woocommerce {

/// Adds an order of the REST API (version 3) to the page. Paid orders become records; cancelled, refunded,
/// failed or trashed ones are removed; unpaid ones are left out. `shop`: host and path of the shop, which
/// make an order number unique. Throws JsonError or `integration-unreachable:answer-unreadable` for an answer
/// that does not match the API.
void addOrder(connector::OrderPage& page, const Json& order, const std::string& shop);

/// Decodes HTML character references, as in `Ship &amp; go&#8230;`; unknown ones stay.
std::string withoutReferences(std::string_view html);

} // namespace svc::woocommerce
