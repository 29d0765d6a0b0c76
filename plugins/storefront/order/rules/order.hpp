#pragma once

#include <optional>
#include <string>
#include <vector>

#include <bindings.hpp>

#include "trade/tax_terms.hpp"

namespace svc::storefront {

/// An item as guests see it. The price is in minor units of the company's currency, with decimals.
struct Offer {
    ItemId id;
    std::string name;
    std::optional<std::string> category;
    std::optional<std::string> description;
    Decimal price;
    std::string unit;
    bool available = true; ///< not sold out
    std::optional<std::string> taxCategory;
    std::optional<Decimal> taxRate; ///< percent
    std::optional<std::string> sku;

    trade::TaxChoice tax() const { return {taxCategory, taxRate}; }
};

using OrderLine = api::OrderLine;
using Customer = api::OrderCustomer;
/// `refunded`: what the shop had given back when the order was decided here at the latest.
using Source = api::OrderSource;

/// An order of a guest, or of a shop elsewhere.
struct Order : api::OrderRequest {
    Order() {
        status = api::OrderStatus::Received;
        channel = api::OrderChannel::Menu;
        version = 1;
    }

    /// What the shop told to have given back, in all, after it was decided here.
    std::optional<MinorAmount> refundedNow;
};

/// The order as clients see it: with what was given back in the end.
api::OrderRequest shown(const Order& order);

/// Amount of each line and the total that the guest will be asked for, with the tax that the sale will have.
/// `items`: what the catalogue says of the tax of each line; beyond its end it says nothing.
/// Throws trade::DocumentError when a quantity or the whole is out of range.
void priceOrder(Order& order, const std::vector<trade::TaxChoice>& items, const Company& company);

} // namespace svc::storefront
