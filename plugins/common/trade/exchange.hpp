#pragma once

#include <cstdint>
#include <optional>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

namespace svc::trade {

/// Converts an amount between two currencies by the rates of the day, both given as units for one unit of the
/// company's currency; rounded once. Nothing when the result is out of range.
std::optional<std::int64_t> exchanged(std::int64_t amount, Currency from, const Decimal& fromRate,
                                      Currency to, const Decimal& toRate);

} // namespace svc::trade
