#pragma once

#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/json.hpp>
#include <svc/money.hpp>

namespace svc::purchases {

/// An amount of a request (major units) in minor units; too many decimals or out of range:
/// `field-invalid:<path>`.
std::int64_t amountOf(const Decimal& major, Currency currency, std::string_view path);

/// A unit price of a request in minor units with decimals; never negative.
Decimal unitPriceOf(const Decimal& major, Currency currency, std::string_view path);

/// `{ "amount": <minor units>, "currency": "EUR" }`, the form of event data.
Json amountJson(std::int64_t minor, Currency currency);
Json amountJson(const Decimal& minor, Currency currency);

/// `lines[2].quantity`
std::string pathOf(std::string_view list, std::size_t index, std::string_view field);

} // namespace svc::purchases
