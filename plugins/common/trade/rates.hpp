/// @file Exchange rates of a day, as the command `treasury.rate` gives them. A plugin that uses it names
/// `treasury.rate` under `commands.uses` of its plugin.yaml.
#pragma once

#include <optional>

#include <svc/call.hpp>

namespace svc::trade {

/// Units of `currency` for one unit of the company's on that day; nothing when no rate is recorded, or
/// without the treasury module.
std::optional<Decimal> findRate(Call& call, Currency currency, Date date);

/// The same, else 400 `rate-not-found:<from>:<to>`.
Decimal requireRate(Call& call, Currency currency, Date date);

} // namespace svc::trade
