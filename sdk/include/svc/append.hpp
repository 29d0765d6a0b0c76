/// @file Appends numbers, amounts and dates to a string without temporary strings, for writing long files.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>

namespace svc {

/// Appends an integer, padded with leading zeros to at least `digits` digits.
inline void appendInteger(std::string& out, std::int64_t value, std::size_t digits = 1) {
    std::array<char, 24> buffer{};
    const bool negative = value < 0;
    const std::uint64_t magnitude =
        negative ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude).ptr;
    const auto length = static_cast<std::size_t>(end - buffer.data());
    if (negative) {
        out += '-';
    }
    out.append(length < digits ? digits - length : 0, '0');
    out.append(buffer.data(), length);
}

/// Appends an amount of minor units as major units: 1234 EUR is `12.34`. `decimals` must not be less than the
/// number of decimals of the currency.
inline void appendAmount(std::string& out, std::int64_t minor, Currency currency, int decimals,
                         char point = '.') {
    const auto places = static_cast<std::size_t>(currency.digits());
    appendInteger(out, minor, places + 1);
    if (decimals > 0) {
        out.append(static_cast<std::size_t>(decimals) - places, '0');
        out.insert(out.size() - static_cast<std::size_t>(decimals), 1, point);
    }
}
inline void appendAmount(std::string& out, std::int64_t minor, Currency currency) {
    appendAmount(out, minor, currency, currency.digits());
}

/// Appends a date as `20260131`.
inline void appendCompactDate(std::string& out, Date date) {
    const detail::CivilDate civil = detail::civilFromDays(date.days());
    appendInteger(out, (civil.year * 100 + civil.month) * 100 + civil.day, 8);
}
/// Appends a date as `2026-01-31`.
inline void appendDate(std::string& out, Date date) {
    const std::size_t start = out.size();
    appendCompactDate(out, date);
    out.insert(start + 6, 1, '-');
    out.insert(start + 4, 1, '-');
}

} // namespace svc
