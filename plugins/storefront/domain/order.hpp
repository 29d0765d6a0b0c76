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
    Uuid itemId;
    std::string label;
    Decimal quantity;
    Decimal unitPrice; ///< minor units with decimals
    std::int64_t amount = 0;
    std::optional<std::string> taxCategory;
    std::optional<Decimal> taxRate;
};

struct Customer {
    std::optional<std::string> name;
    std::optional<std::string> phone;
    std::optional<std::string> email;
};

/// An order of a guest. Amounts are minor units of the company's currency.
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
};

/// Amount of each line and the total that the guest will be asked for, with the tax that the sale will have.
/// Throws DocumentError when a quantity or the whole is out of range.
void priceOrder(Order& order, const Company& company);

} // namespace svc::storefront
