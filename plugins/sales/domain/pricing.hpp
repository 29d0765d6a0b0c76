#pragma once

#include <svc/currency.hpp>
#include <svc/tax.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Computes every amount of a sale from its lines (quantity, unitPrice, discount, tax), its own discount, its
/// currency and rate: API definitions 1.4, in the currency of the sale and in `base`, that of the company.
/// Throws DocumentError with the path of the field that cannot be accepted.
void priceSale(Sale& sale, Currency base);

} // namespace svc::sales
