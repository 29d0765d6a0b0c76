#pragma once

#include <optional>

#include "order/store.hpp"

namespace svc::storefront {

/// The order is another version, changed at this instant.
void touch(Call& call, Order& order);
/// What the shop did after the decision, `refunded`: what it has given back, in all, when it tells.
void noteChange(Call& call, Order& order, const std::optional<api::ShopChange>& change,
                const std::optional<MinorAmount>& refunded = std::nullopt);
/// The line of its history.
Json statusChange(api::OrderStatus from, api::OrderStatus to);

} // namespace svc::storefront
