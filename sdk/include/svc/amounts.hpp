/// @file Conversion of amounts at the API boundary: requests carry numbers of major units, events carry minor
/// units together with their currency (API definitions 1.3, 19).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>
#include <svc/error.hpp>
#include <svc/json.hpp>
#include <svc/money.hpp>

namespace svc {

/// Converts an amount of a request from major to minor units. Throws 400 `field-invalid:<path>` when it has
/// more decimals than the currency or is out of range.
inline std::int64_t amountOf(const Decimal& major, Currency currency, std::string_view path) {
    const auto minor = minorFromMajor(major, currency);
    if (!minor) {
        throw fieldInvalid(path);
    }
    return *minor;
}

/// Converts a unit price of a request from major units to minor units with decimals. Throws 400
/// `field-invalid:<path>` when it is negative, has too many decimals or is out of range.
inline Decimal unitPriceOf(const Decimal& major, Currency currency, std::string_view path) {
    const auto minor = minorFromUnitPrice(major, currency);
    if (!minor || minor->sign() < 0) {
        throw fieldInvalid(path);
    }
    return *minor;
}

/// An amount as event data hold it: `{ "amount": <minor units>, "currency": "EUR" }`.
inline Json amountJson(std::int64_t minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency.code()}});
}
inline Json amountJson(const Decimal& minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency.code()}});
}

/// The path of a field of a list element, as error codes name it: `lines[2].quantity`.
inline std::string pathOf(std::string_view list, std::size_t index, std::string_view field) {
    return std::string(list) + '[' + std::to_string(index) + "]." + std::string(field);
}

} // namespace svc
