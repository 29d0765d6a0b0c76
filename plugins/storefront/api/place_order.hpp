#pragma once

#include <svc/call.hpp>

#include "domain/order.hpp"

namespace svc::storefront {

/// What a guest asks for; label and price of each line come from the catalogue.
struct Wish {
    std::string channel = "menu";
    std::optional<std::string> table;
    Customer customer;
    std::optional<std::string> note;
    std::vector<std::pair<std::string, Decimal>> items; ///< itm_… and how many
};

/// Takes the order: number, record, history, order_request.received. Refuses with `item-not-found:<itemId>`
/// what is not for sale.
Order takeOrder(Call& call, const Wish& wish);

} // namespace svc::storefront
