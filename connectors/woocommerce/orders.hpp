#pragma once

#include <string>

#include "common/shop_orders.hpp"

namespace svc::woocommerce {

/// Adds an order of the REST API (version 3) to the page: what is to be served as a record, what was
/// cancelled, refunded, failed or thrown away as a removed one; what is not paid yet is left out.
/// `shop`: host and path of the shop, which make the number of an order unique. Throws JsonError or
/// `integration-unreachable:answer-unreadable` for another form than that of the API.
void addOrder(connector::OrderPage& page, const Json& order, const std::string& shop);

/// `Ship &amp; go&#8230;` as people read it; what is no known reference stays.
std::string withoutReferences(std::string_view html);

} // namespace svc::woocommerce
