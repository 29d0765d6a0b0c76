#pragma once

#include <cstdint>
#include <vector>

#include "domain/quote.hpp"

namespace svc::sales {

/// The share of an amount that belongs to `part` of `whole`, rounded half away from zero to the minor unit.
std::int64_t shareOf(std::int64_t amount, const Decimal& part, const Decimal& whole);

/// The document discount of a quote when only `quantities` of its lines (zero for a line that is left out)
/// become a sale: in proportion to what these lines come to.
std::int64_t discountShare(const Quote& quote, const std::vector<Decimal>& quantities);

} // namespace svc::sales
