#pragma once

#include <cstdint>
#include <optional>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

namespace svc::trade {

/// An amount of one currency in another by the rates of the day, both units for one unit of the currency of
/// the company; rounded once. Nothing when the result is beyond the range of amounts.
std::optional<std::int64_t> exchanged(std::int64_t amount, Currency from, const Decimal& fromRate,
                                      Currency to, const Decimal& toRate);

} // namespace svc::trade
