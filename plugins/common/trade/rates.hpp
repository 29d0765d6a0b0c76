/// @file Exchange rates of a day, which the module treasury keeps. `Rate` is the plugin's own generated
/// caller, calls::treasury::rate.
#pragma once

#include <optional>

#include <svc/call.hpp>

#include "trade/payments.hpp"

namespace svc::trade {

/// Units of `currency` for one unit of the company's on that day; nothing when no rate is recorded, or
/// without the module treasury.
template <auto Rate>
std::optional<Decimal> findRate(Call& call, Currency currency, Date date) {
    if (currency == call.company().currency) {
        return Decimal(1);
    }
    if (!call.offers("treasury.rate")) {
        return std::nullopt;
    }
    const auto found = Rate(call, {.currency = std::string(currency.code()), .date = date});
    return found && found->rate.sign() > 0 ? std::optional(found->rate) : std::nullopt;
}

/// The same, else 400 `rate-not-found:<from>:<to>`.
template <auto Rate>
Decimal requireRate(Call& call, Currency currency, Date date) {
    if (const std::optional<Decimal> rate = findRate<Rate>(call, currency, date)) {
        return *rate;
    }
    throw ApiError(400, "rate-not-found", {currency.code(), call.company().currency.code()});
}

/// dayRatesOf() with the recorded rates.
template <auto Rate, class Document>
DayRates ratesOf(Call& call, const Document& document, Date date, Currency wallet) {
    return dayRatesOf(
        document, date, wallet, call.company().currency,
        [&](Currency currency) { return findRate<Rate>(call, currency, date); },
        [&](Currency currency) { return requireRate<Rate>(call, currency, date); });
}

} // namespace svc::trade
