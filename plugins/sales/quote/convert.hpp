#pragma once

#include <vector>

#include "quote/rules/quote.hpp"

namespace svc::sales {

/// The quote as the body of a sale (amounts in major units) with every field set, so that prices, taxes and
/// discounts stay as offered. `quantities`: per line; a line with zero is omitted. Discounts that are amounts
/// are reduced in proportion to the quantities.
api::SaleCreate bodyOf(const Quote& quote, const std::vector<Decimal>& quantities);

} // namespace svc::sales
