/// @file Amounts at the edge of the service: in a request they are numbers in major units, in events they are
/// minor units beside their currency (API definitions 1.3, 19).
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

/// An amount of a request (major units) in minor units; too many decimals or out of range:
/// `field-invalid:<path>`.
inline std::int64_t amountOf(const Decimal& major, Currency currency, std::string_view path) {
    const auto minor = minorFromMajor(major, currency);
    if (!minor) {
        throw fieldInvalid(path);
    }
    return *minor;
}

/// A unit price of a request in minor units with decimals; negative or with too many decimals:
/// `field-invalid:<path>`.
inline Decimal unitPriceOf(const Decimal& major, Currency currency, std::string_view path) {
    const auto minor = minorFromUnitPrice(major, currency);
    if (!minor || minor->sign() < 0) {
        throw fieldInvalid(path);
    }
    return *minor;
}

/// `{ "amount": <minor units>, "currency": "EUR" }`, the form of event data.
inline Json amountJson(std::int64_t minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency.code()}});
}
inline Json amountJson(const Decimal& minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency.code()}});
}

/// The path of a field of a list as error codes name it: `lines[2].quantity`.
inline std::string pathOf(std::string_view list, std::size_t index, std::string_view field) {
    return std::string(list) + '[' + std::to_string(index) + "]." + std::string(field);
}

} // namespace svc
