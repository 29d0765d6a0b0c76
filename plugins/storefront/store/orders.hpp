#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "domain/order.hpp"

namespace svc::storefront {

struct OrderFilter {
    std::optional<std::vector<std::string>> statuses;
    std::optional<Instant> from;
    std::optional<Instant> before;
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};

struct OrderPage {
    std::vector<Order> orders;
    std::int64_t total = 0; ///< of all that match, at most ListMost + 1
};

void insertOrder(Call& call, const Order& order);
/// With its lines; `lock` until the commit, so that one order becomes one sale.
std::optional<Order> findOrder(Call& call, const Uuid& id, bool lock);
/// The order of a shop with its lines, locked until the commit.
std::optional<Order> lockShopOrder(Call& call, std::string_view externalId);
/// Newest first, with lines.
OrderPage listOrders(Call& call, const OrderFilter& filter);
/// Writes the decision: status, reason, sale, instant, version.
void decideOrder(Call& call, const Order& order);
/// Writes what the shop says of its order: all but identifier, number, status and creation. The lines with
/// it.
void rewriteOrder(Call& call, const Order& order);
/// Writes what the shop did after the decision, and the version.
void noteSourceChange(Call& call, const Order& order);
/// Takes customer, address and note off the orders of a provider that are no sales: of these, or of all.
/// Gives those that had some.
std::vector<Uuid> eraseCustomers(Call& call, std::string_view provider,
                                 const std::optional<std::vector<std::string>>& externalIds);

} // namespace svc::storefront
