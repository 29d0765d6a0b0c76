#pragma once

#include "einvoice/invoice.hpp"

namespace svc::einvoice {

/// What the document says of one tax group after every discount: the amounts in the books.
struct BookedGroup {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// Fills what EN 16931 asks for from what was agreed: net prices, net line amounts, allowances, tax groups,
/// totals. Expects lines with quantity, unitPrice, amount and tax, `pricesIncludeTax`, `totals.prepaid`, and
/// the groups of the document. The result obeys BR-CO-10 to BR-CO-17 exactly, and BT-115 is the total agreed
/// less what is prepaid.
///
/// Where prices include tax, no net amount may give the agreed total by the arithmetic of the norm: the cent
/// that is missing is BT-114, never a tax amount.
void deriveTerms(Invoice& invoice, const std::vector<BookedGroup>& booked);

/// A price in minor units such that quantity × price rounds to `amount`, is no further from it than
/// `tolerance`, and has no more decimals than needed.
Decimal priceFor(std::int64_t amount, const Decimal& quantity, const Decimal& tolerance = Decimal(1));

/// How far, in minor units, Peppol lets quantity × price be from the line (R120): 0.02, whatever the
/// currency.
inline Decimal lineTolerance(Currency currency) {
    return Decimal(2, 2).shifted(currency.digits());
}

/// Is quantity × price within it?
bool isPriced(const Decimal& price, const Decimal& quantity, std::int64_t amount, const Decimal& tolerance);

} // namespace svc::einvoice
