#pragma once

#include <svc/currency.hpp>
#include <svc/tax.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// Computes every amount of a purchase from its lines (quantity, unitPrice, discount, tax), its own discount,
/// its currency and rate: API definitions 1.4, in the currency of the purchase and in `base`, that of the
/// company. Throws DocumentError with the path of the field that cannot be accepted.
void pricePurchase(Purchase& purchase, Currency base);

} // namespace svc::purchases
