#pragma once

#include <cstdint>
#include <vector>

#include "quote/rules/quote.hpp"

namespace svc::sales {

/// The shares of discounts that are amounts, for a sale of `quantities` of the lines of a quote (zero for an
/// omitted line). Each share is the cumulative discount up to and including this sale minus that of earlier
/// sales, each rounded half away from zero to the minor unit. So the shares add up to the discount once the
/// whole quote is sold.

/// The share of the discount of one line.
std::int64_t lineDiscountShare(const QuoteLine& line, const Decimal& quantity);

/// The share of the discount of the document, in proportion to the amounts of the lines.
std::int64_t discountShare(const Quote& quote, const std::vector<Decimal>& quantities);

} // namespace svc::sales
