#pragma once

#include <svc/tax_terms.hpp>

#include "api/neighbours.hpp"
#include "api/sale_input.hpp"
#include "domain/sale.hpp"

namespace svc::sales {

/// Category, rate and reason of a line: its own, else the item's, else the company's (API definitions 1.4).
TaxTerms taxTermsOf(const LineInput& line, const Item* item, const Partner* partner, const Company& company);

/// The item's price in the currency of a sale, in minor units: prices of the catalogue are in the company's.
Decimal priceInCurrency(const Decimal& price, Currency base, const Decimal& exchangeRate, Currency currency);

} // namespace svc::sales
