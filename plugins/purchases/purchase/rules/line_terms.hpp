#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// The last cost of an item as a price in the currency of a purchase, in minor units: costs are without tax
/// and in the currency of the company. `includedRate`: tax that the prices of the purchase include.
Decimal costInCurrency(const Decimal& cost, Currency base, const Decimal& exchangeRate, Currency currency,
                       const std::optional<Decimal>& includedRate);

} // namespace svc::purchases
