#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>

namespace svc::storefront {

/// An item as guests see it. The price is in minor units of the company's currency, with decimals.
struct Offer {
    Uuid id;
    std::string name;
    std::optional<std::string> category;
    std::optional<std::string> description;
    Decimal price;
    std::string unit;
    bool available = true; ///< not sold out
    std::optional<std::string> taxCategory;
    std::optional<Decimal> taxRate;
};

struct OrderLine {
    std::optional<Uuid> itemId; ///< nothing: of no item of the catalogue
    std::string label;
    Decimal quantity;
    Decimal unitPrice; ///< minor units with decimals
    std::int64_t amount = 0;
    std::optional<std::string> taxCategory; ///< of the item
    std::optional<Decimal> taxRate;         ///< of the item, percent
    std::optional<std::string> sku = std::nullopt;
    std::optional<Decimal> chargedRate = std::nullopt; ///< what a shop has charged, percent
};

struct Customer {
    std::optional<std::string> name;
    std::optional<std::string> phone;
    std::optional<std::string> email;
};

/// The order as the shop elsewhere has it from which it comes. Amounts are minor units.
struct Source {
    std::string provider;   ///< woocommerce
    std::string externalId; ///< woocommerce:shop.example:727
    std::optional<std::string> number;
    std::optional<Instant> placedAt;
    std::optional<std::int64_t> total;    ///< with tax
    std::optional<std::int64_t> refunded; ///< given back by the shop, when it was decided here at the latest
    Json deliveryAddress;                 ///< null when nothing is sent
    /// `changed` or `cancelled` by the shop after it was decided here. A rejected order with `cancelled` was
    /// cancelled by the shop before anybody decided.
    std::optional<std::string> change;
    /// What the shop told to have given back, in all, after it was decided here.
    std::optional<std::int64_t> refundedNow = std::nullopt;
};

/// An order of a guest, or of a shop elsewhere. Amounts are minor units of its currency.
struct Order {
    Uuid id;
    std::string number;
    std::string status = "received";
    std::string channel = "menu";
    Uuid businessUnitId;
    std::optional<std::string> table;
    Customer customer;
    std::vector<OrderLine> lines;
    Currency currency;
    std::optional<bool> pricesIncludeTax = std::nullopt; ///< nothing: as the company has it
    std::int64_t total = 0;
    std::optional<std::string> note;
    std::optional<std::string> reason;
    std::optional<Uuid> saleId;
    std::optional<Instant> decidedAt;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
    std::optional<Source> source = std::nullopt;
};

/// Amount of each line and the total that the guest will be asked for, with the tax that the sale will have.
/// Throws DocumentError when a quantity or the whole is out of range.
void priceOrder(Order& order, const Company& company);

} // namespace svc::storefront
