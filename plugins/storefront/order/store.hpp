#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "order/rules/order.hpp"

namespace svc::storefront {

struct OrderPage {
    std::vector<Order> orders;
    std::int64_t total = 0; ///< of all matches, at most ListMost + 1
};

void insertOrder(Call& call, const Order& order);
/// With its lines.
std::optional<Order> findOrder(Call& call, OrderRequestId id);
/// The same, locked until the commit, so that an order becomes at most one sale.
std::optional<Order> lockOrder(Call& call, OrderRequestId id);
/// The order of a shop with its lines, locked until the commit.
std::optional<Order> lockShopOrder(Call& call, std::string_view externalId);
/// Newest first, with lines.
OrderPage listOrders(Call& call, const api::ListOrderRequestsParameters& parameters);
/// Writes the order without its lines; identifier, number, channel, unit, table and creation do not change.
void updateOrder(Call& call, const Order& order);
/// The same, with the lines.
void rewriteOrder(Call& call, const Order& order);
/// Removes customer, address and note from a provider's orders that did not become sales: from these, or from
/// all. Returns the orders that had such data.
std::vector<OrderRequestId> eraseCustomers(Call& call, std::string_view provider,
                                           const std::optional<std::vector<std::string>>& externalIds);

} // namespace svc::storefront
