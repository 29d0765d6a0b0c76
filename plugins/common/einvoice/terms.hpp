#pragma once

#include "einvoice/invoice.hpp"

namespace svc::einvoice {

/// The booked amounts of one tax group, after all discounts.
struct BookedGroup {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// What the booked groups are of. The tax of a part is its share of the tax of the whole, which may be a
/// minor unit off base × rate.
enum class Extent { Whole, Part };

/// Computes the terms of EN 16931 from the agreed ones: net prices, net line amounts, allowances, tax groups,
/// totals. Expects lines with quantity, unitPrice, amount and tax, `pricesIncludeTax`, `totals.prepaid`, and
/// the groups of the document; a group of nothing may be missing. The result of a whole document obeys
/// BR-CO-10 to BR-CO-17 exactly, and BT-115 is the agreed total less the prepaid amount.
///
/// Where prices include tax, sometimes no net amount leads to the agreed total by the arithmetic of EN 16931:
/// the missing cent becomes BT-114 and never changes a tax amount. The bases and taxes of a part stay as they
/// are booked, so that all parts add up to the whole; the official rules BR-CO-17 and BR-*-09 let that pass.
/// (Not in currencies without decimals, where they do not.)
void deriveTerms(Invoice& invoice, const std::vector<BookedGroup>& booked, Extent extent = Extent::Whole);

/// The invoice with the net amounts and taxes as booked in place of BT-116 and BT-117, and without rounding:
/// what a paper states that has no invoice data beside it. No file of EN 16931 is written from it.
Invoice withBookedAmounts(Invoice invoice);

/// A price in minor units such that quantity × price rounds to `amount` and differs from it by at most
/// `tolerance`, with no more decimals than needed.
Decimal priceFor(std::int64_t amount, const Decimal& quantity, const Decimal& tolerance = Decimal(1));

/// The largest difference, in minor units, that Peppol accepts between quantity × price and the line amount
/// (R120): 0.02 in any currency.
inline Decimal lineTolerance(Currency currency) {
    return Decimal(2, 2).shifted(currency.digits());
}

/// Is quantity × price within the tolerance of the amount?
bool isPriced(const Decimal& price, const Decimal& quantity, std::int64_t amount, const Decimal& tolerance);

} // namespace svc::einvoice
