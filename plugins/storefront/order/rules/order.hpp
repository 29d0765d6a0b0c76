#pragma once

#include <optional>
#include <string>
#include <vector>

#include <records.hpp>

#include "trade/tax_terms.hpp"

namespace svc::storefront {

/// An item as shown to guests. The price is in minor units of the company's currency, with decimals.
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
/// `refunded`: total refunded by the shop when the order was decided here.
using Source = api::OrderSource;

/// An order of a guest, or of an external shop.
struct Order : api::OrderRequest {
    Order() {
        status = api::OrderStatus::Received;
        channel = api::OrderChannel::Menu;
        version = 1;
    }

    /// Total refunded by the shop according to its reports after the decision.
    std::optional<MinorAmount> refundedNow;
};

/// The order as clients see it: with the latest total of refunds.
api::OrderRequest shown(const Order& order);

/// Computes the amount of each line and the total to be paid by the guest, with the tax that the sale will
/// have. `items`: tax terms of the lines in the catalogue; lines beyond its end have none. Throws
/// trade::DocumentError when a quantity or the total is out of range.
void priceOrder(Order& order, const std::vector<trade::TaxChoice>& items, const Company& company);

} // namespace svc::storefront
