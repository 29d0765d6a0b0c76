#pragma once

#include <cstdint>
#include <optional>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

namespace svc::treasury {

/// Converts minor units of `from` to minor units of `base`, rounded once, half away from zero. `rate`: units
/// of `from` for one unit of `base`, as rates are recorded. Nothing when the result is out of range.
std::optional<std::int64_t> baseAmount(std::int64_t amount, Currency from, Currency base,
                                       const Decimal& rate);

} // namespace svc::treasury
