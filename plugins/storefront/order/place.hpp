#pragma once

#include "order/rules/order.hpp"

namespace svc::storefront {

/// Decimals of the quantity of a line.
inline constexpr int QuantityDigits = 6;

/// What a guest asks for; label and price of each line come from the catalogue.
struct Wish {
    api::OrderChannel channel = api::OrderChannel::Menu;
    std::optional<std::string> table;
    Customer customer;
    std::optional<std::string> note;
    std::vector<std::pair<std::string, Decimal>> items; ///< itm_… and how many
};

/// Takes the order: number, record, history, order_request.received. Refuses with `item-not-found:<itemId>`
/// what is not for sale.
Order takeOrder(Call& call, const Wish& wish);

/// The business unit that takes orders; refuses with shop-not-found when the company has none.
BusinessUnitId takingUnit(Call& call);
/// Gives the order its identifier, number and creation, keeps it, and tells order_request.received.
void admitOrder(Call& call, Order& order);

} // namespace svc::storefront
