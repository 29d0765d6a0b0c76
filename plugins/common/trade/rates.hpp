/// @file Exchange rates of a day.
#pragma once

#include <optional>

#include <svc/call.hpp>

namespace svc::trade {

/// How a plugin asks for the recorded rate of a day, with its own call of `treasury.rate`; nothing when none
/// is recorded, or without the treasury module.
using RecordedRate = std::optional<Decimal> (*)(Call& call, Currency currency, Date date);

/// Units of `currency` for one unit of the company's on that day; nothing when no rate is recorded.
std::optional<Decimal> findRate(Call& call, Currency currency, Date date, RecordedRate recorded);

/// The same, else 400 `rate-not-found:<from>:<to>`.
Decimal requireRate(Call& call, Currency currency, Date date, RecordedRate recorded);

} // namespace svc::trade
