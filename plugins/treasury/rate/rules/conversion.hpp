#pragma once

#include <cstdint>
#include <optional>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

namespace svc::treasury {

/// An amount in minor units of `from` as minor units of `base`, rounded once, half away from zero. `rate` is
/// the units of `from` for one unit of `base`, as rates are recorded. Nothing when the result is beyond the
/// range of amounts.
std::optional<std::int64_t> baseAmount(std::int64_t amount, Currency from, Currency base,
                                       const Decimal& rate);

/// An amount of one currency in another by the rates of the day, both units for one unit of the currency of
/// the company; rounded once. Nothing when the result is beyond the range of amounts.
std::optional<std::int64_t> exchanged(std::int64_t amount, Currency from, const Decimal& fromRate,
                                      Currency to, const Decimal& toRate);

/// The tax contained in an amount that includes it: amount × rate / (100 + rate), rounded half away from
/// zero.
std::int64_t includedTax(std::int64_t amount, const Decimal& ratePercent);

} // namespace svc::treasury
