#pragma once

#include "price_list/store.hpp"

namespace svc::stock {

// Reads the body of a price list, in the order of checks.

/// Checks the formats of the body; the items of the entries are looked up afterwards (order of checks).
void applyBody(PriceList& list, const api::PriceListCreate& body, Currency base);
/// Refuses an entry with an unknown item: 404 item-not-found:<itemId>.
void findItems(Request& request, const PriceList& list);
/// Requires one price per item and quantity, and a validity that does not end before it begins.
void checkRules(const PriceList& list);

} // namespace svc::stock
