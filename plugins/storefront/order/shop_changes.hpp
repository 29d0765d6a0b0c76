#pragma once

#include <optional>

#include "order/store.hpp"

namespace svc::storefront {

/// Increments the version of the order and sets the instant of the change.
void touch(Call& call, Order& order);
/// Notes what the shop did after the decision. `refunded`: the total refunded so far, if the shop reports it.
void noteChange(Call& call, Order& order, const std::optional<api::ShopChange>& change,
                const std::optional<MinorAmount>& refunded = std::nullopt);
/// The history entry of a change of status.
Json statusChange(api::OrderStatus from, api::OrderStatus to);

} // namespace svc::storefront
