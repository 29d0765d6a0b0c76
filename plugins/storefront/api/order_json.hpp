#pragma once

#include <svc/call.hpp>

#include "domain/order.hpp"

namespace svc::storefront {

Json orderJson(const Order& order);
/// `data` of order_request.received.
Json orderEvent(const Order& order);

} // namespace svc::storefront
