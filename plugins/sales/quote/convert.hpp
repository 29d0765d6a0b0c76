#pragma once

#include <vector>

#include "quote/rules/quote.hpp"

namespace svc::sales {

/// The quote as the body of a sale (amounts in major units), everything that it has settled being said:
/// prices, taxes and discounts stay as they were offered. `quantities`: per line, how much of it; a line of
/// zero is left out. Discounts as amounts follow the quantities.
api::SaleCreate bodyOf(const Quote& quote, const std::vector<Decimal>& quantities);

} // namespace svc::sales
