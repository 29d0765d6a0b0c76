#pragma once

#include <records.hpp>

namespace svc::stock {

/// An item of the catalogue. Prices are in minor units of the company's currency, which is that of the item.
using Item = api::Item;

/// Sets the fields that a request has; null clears. Types are checked by the contract; rules that depend on
/// the currency or on other fields are checked here and refused with field-invalid:<field>. The caller
/// handles `parentId`, because the parent must be read.
void applyBody(Item& item, const api::ItemUpdate& body);

/// Is the quantity below the threshold?
inline bool isLow(const Item& item) {
    return item.trackStock && item.alertThreshold && item.quantity < *item.alertThreshold;
}

/// Average costs are shown with the decimals of a unit price: four of a minor unit.
MinorPrice shownCost(const Decimal& average);

} // namespace svc::stock
