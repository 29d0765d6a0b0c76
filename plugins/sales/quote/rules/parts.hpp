#pragma once

#include <cstdint>
#include <vector>

#include "quote/rules/quote.hpp"

namespace svc::sales {

/// The shares of discounts that are amounts, for a sale of `quantities` of the lines of a quote (zero for a
/// line that is left out). Each is the difference between what is due up to this sale and what earlier sales
/// of the quote took, each rounded half away from zero to the minor unit: so the parts of a quote that is
/// sold to the last add up to the discount.

/// Of the discount of one line.
std::int64_t lineDiscountShare(const QuoteLine& line, const Decimal& quantity);

/// Of the discount of the document, in proportion to what the lines come to.
std::int64_t discountShare(const Quote& quote, const std::vector<Decimal>& quantities);

} // namespace svc::sales
