#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// Net and tax of a line up to a quantity received. Shares of the running quantity, so that the parts of all
/// receipts add up to exactly the amounts of the line.
LineShare shareUpTo(const PurchaseLine& line, const Decimal& quantity);

/// What the part between two quantities received is worth.
LineShare shareBetween(const PurchaseLine& line, const Decimal& before, const Decimal& after);

/// Net price of one unit in minor units of the currency of the purchase, as receipts show it: 4 decimals.
Decimal netUnitPrice(const PurchaseLine& line);

/// What one unit costs in the currency of the company, with 8 decimals: what stock is valued at. Tax that is
/// not deducted is part of the cost, as it is in the entry of the purchase.
Decimal lineUnitCostBase(const PurchaseLine& line, bool deductsTax);

/// A unit cost in the currency of the purchase, in that of the company.
Decimal unitCostBase(const Decimal& unitCost, Currency currency, const Decimal& exchangeRate, Currency base);

} // namespace svc::purchases
