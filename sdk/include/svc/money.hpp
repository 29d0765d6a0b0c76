#pragma once

#include <svc/currency.hpp>
#include <svc/decimal.hpp>
#include <svc/rounding.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace svc {

/// Number of decimals that a unit price may have beyond those of its currency (API definitions 1.3).
inline constexpr int UnitPriceExtraDigits = 4;

/// Converts major units to minor units. No value when the amount has more decimals than the currency or is
/// out of range: the caller should answer `field-invalid:<field>`.
constexpr std::optional<std::int64_t> minorFromMajor(const Decimal& major, Currency currency) {
    const Decimal value = major.normalized();
    if (value.scale() > currency.digits() || value > Decimal(MaxMinor) || value < Decimal(-MaxMinor)) {
        return std::nullopt;
    }
    const Int128 minor = value.shifted(currency.digits()).unscaled();
    return isMinorInRange(minor) ? std::optional(static_cast<std::int64_t>(minor)) : std::nullopt;
}

/// Minor units as the exact number of major units: 1999 of EUR are 19.99.
constexpr Decimal majorFromMinor(std::int64_t minor, Currency currency) {
    return Decimal(Int128{minor}, currency.digits()).normalized();
}

/// Converts a unit price from major to minor units with at most 4 decimals (0.0125 EUR is 1.25). No value
/// when it has more decimals or is out of range.
constexpr std::optional<Decimal> minorFromUnitPrice(const Decimal& major, Currency currency) {
    const Decimal value = major.normalized();
    if (value.scale() > currency.digits() + UnitPriceExtraDigits || value > Decimal(MaxMinor) ||
        value < Decimal(-MaxMinor)) {
        return std::nullopt;
    }
    const Decimal minor = value.shifted(currency.digits());
    if (minor > Decimal(MaxMinor) || minor < Decimal(-MaxMinor)) {
        return std::nullopt;
    }
    return minor;
}

/// An amount: minor units and their currency. Arithmetic with different currencies throws
/// std::invalid_argument; a result out of range throws DecimalError.
///
/// Example:
///   const auto price = Money::fromMajor(*Decimal::parse("19.99"), Currency::of("EUR"));
///   price->minor();                       // 1999
///   Money::fromMajor(*Decimal::parse("19.999"), Currency::of("EUR"));    // nothing
class Money {
public:
    constexpr Money(std::int64_t minor, Currency currency) : minor_(minor), currency_(currency) {
        if (!isMinorInRange(minor)) {
            throw DecimalError("an amount is out of range");
        }
    }

    /// See minorFromMajor.
    static constexpr std::optional<Money> fromMajor(const Decimal& major, Currency currency) {
        const auto minor = minorFromMajor(major, currency);
        return minor ? std::optional(Money(*minor, currency)) : std::nullopt;
    }

    constexpr std::int64_t minor() const { return minor_; }
    constexpr Currency currency() const { return currency_; }
    constexpr Decimal toMajor() const { return majorFromMinor(minor_, currency_); }
    constexpr bool isZero() const { return minor_ == 0; }

    constexpr Money operator-() const { return Money(-minor_, currency_); }
    constexpr Money operator+(const Money& other) const {
        if (currency_ != other.currency_) {
            throw std::invalid_argument("amounts of different currencies");
        }
        return Money(minor_ + other.minor_, currency_);
    }
    constexpr Money operator-(const Money& other) const { return *this + -other; }
    constexpr Money& operator+=(const Money& other) { return *this = *this + other; }
    constexpr Money& operator-=(const Money& other) { return *this = *this - other; }

    constexpr bool operator==(const Money&) const = default;
    /// Compares two amounts of one currency; throws std::invalid_argument for different currencies.
    constexpr std::strong_ordering operator<=>(const Money& other) const {
        if (currency_ != other.currency_) {
            throw std::invalid_argument("amounts of different currencies");
        }
        return minor_ <=> other.minor_;
    }

private:
    std::int64_t minor_;
    Currency currency_;
};

} // namespace svc
