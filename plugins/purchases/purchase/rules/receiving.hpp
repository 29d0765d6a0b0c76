#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// Net and tax of a line up to a received quantity. Computed from the running quantity, so that the parts of
/// all receipts add up exactly to the amounts of the line.
LineShare shareUpTo(const PurchaseLine& line, const Decimal& quantity);

/// The amounts of the part between two received quantities.
LineShare shareBetween(const PurchaseLine& line, const Decimal& before, const Decimal& after);

/// Net price of one unit in minor units of the currency of the purchase, as receipts show it: 4 decimals.
Decimal netUnitPrice(const PurchaseLine& line);

/// Cost of one unit in the currency of the company, with 8 decimals, for stock valuation. Non-deductible tax
/// is part of the cost, as in the ledger entry of the purchase.
Decimal lineUnitCostBase(const PurchaseLine& line, bool deductsTax);

/// Converts a unit cost from the currency of the purchase to that of the company.
Decimal unitCostBase(const Decimal& unitCost, Currency currency, const Decimal& exchangeRate, Currency base);

} // namespace svc::purchases
