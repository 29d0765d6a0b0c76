#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

namespace svc::stock {

/// An item of the catalogue. Prices are in minor units of the company's currency.
struct Item {
    Uuid id;
    std::string name;
    std::optional<std::string> sku;
    std::optional<std::string> barcode;
    std::optional<std::string> externalId;
    bool service = false;
    std::string unit = "C62";
    std::optional<Decimal> price; ///< unknown without one: a document must name it
    Decimal cost;
    std::optional<Decimal> taxRate;
    std::optional<std::string> taxCategory;
    std::optional<std::string> taxExemptionReason;
    std::optional<Decimal> alertThreshold;
    bool trackStock = true;
    bool trackLots = false;
    std::optional<std::string> category;
    std::optional<Uuid> parentId;
    Json attributes = Json::object();
    std::optional<std::string> description;
    bool archived = false;

    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    // Kept with the stock.
    Decimal quantity;
    Decimal averageCost;
};

/// Sets the fields that a body names and no other; null clears one. The types hold by the contract; what
/// depends on the currency or on other fields is judged here and refused with field-invalid:<field>.
/// `parentId` is left to the caller, who must look for the parent.
void applyBody(Item& item, const Json& body, Currency currency);

/// The item as the API shows it.
Json itemRecord(const Item& item, Currency currency);

/// Is less there than the threshold says?
inline bool isLow(const Item& item) {
    return item.trackStock && item.alertThreshold && item.quantity < *item.alertThreshold;
}

/// Averages are shown with the decimals of a unit price: four of a minor unit.
Decimal shownCost(const Decimal& average);

} // namespace svc::stock
