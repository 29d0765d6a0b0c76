#pragma once

#include <bindings.hpp>

namespace svc::stock {

/// An item of the catalogue. Prices are in minor units of the company's currency, which is that of the item.
using Item = api::Item;

/// Sets the fields that a body names and no other; null clears one. The types hold by the contract; what
/// depends on the currency or on other fields is judged here and refused with field-invalid:<field>.
/// `parentId` is left to the caller, who must look for the parent.
void applyBody(Item& item, const api::ItemUpdate& body);

/// Is less there than the threshold says?
inline bool isLow(const Item& item) {
    return item.trackStock && item.alertThreshold && item.quantity < *item.alertThreshold;
}

/// Averages are shown with the decimals of a unit price: four of a minor unit.
MinorPrice shownCost(const Decimal& average);

} // namespace svc::stock
