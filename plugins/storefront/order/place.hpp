#pragma once

#include "order/rules/order.hpp"

namespace svc::storefront {

/// Decimals of the quantity of a line.
inline constexpr int QuantityDigits = 6;

/// The order of a guest; label and price of each line come from the catalogue.
struct Wish {
    api::OrderChannel channel = api::OrderChannel::Menu;
    std::optional<std::string> table;
    Customer customer;
    std::optional<std::string> note;
    std::vector<std::pair<std::string, Decimal>> items; ///< itm_… and quantity
};

/// Places the order: number, record, history, order_request.received. Refuses items that are not for sale
/// with `item-not-found:<itemId>`.
Order takeOrder(Call& call, const Wish& wish);

/// The business unit that receives orders; refuses with shop-not-found when the company has none.
BusinessUnitId takingUnit(Call& call);
/// Sets identifier, number and creation of the order, stores it, and emits order_request.received.
void admitOrder(Call& call, Order& order);

} // namespace svc::storefront
