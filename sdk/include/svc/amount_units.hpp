/// @file Amount types whose unit is part of the type, so that the amounts of requests, answers and events
/// cannot be mixed up (API definitions 1.3, 19).
#pragma once

#include <cstdint>
#include <string_view>

#include <svc/amounts.hpp>
#include <svc/json_writer.hpp>

namespace svc {

/// An amount or unit price in a request: a number of major units (`x-money: true`, `x-amount: true`). The
/// handler supplies the currency.
class MajorAmount {
public:
    constexpr MajorAmount() = default;
    constexpr explicit MajorAmount(const Decimal& major) : major_(major) {}

    constexpr const Decimal& decimal() const noexcept { return major_; }
    /// The amount in minor units of `currency`. Throws 400 `field-invalid:<path>` when it has more decimals
    /// than the currency or is out of range.
    std::int64_t minor(Currency currency, std::string_view path) const {
        return amountOf(major_, currency, path);
    }
    /// The unit price in minor units, with decimals. Throws 400 `field-invalid:<path>` when it is negative,
    /// has too many decimals or is out of range.
    Decimal unitPrice(Currency currency, std::string_view path) const {
        return unitPriceOf(major_, currency, path);
    }
    constexpr bool operator==(const MajorAmount&) const = default;

private:
    Decimal major_;
};

/// An amount in an answer or a command: whole minor units (an integer with `x-money: minor`).
class MinorAmount {
public:
    constexpr MinorAmount() = default;
    constexpr explicit MinorAmount(std::int64_t minor) : minor_(minor) {}
    constexpr explicit MinorAmount(const Money& money) : minor_(money.minor()) {}

    constexpr std::int64_t minor() const noexcept { return minor_; }
    constexpr bool operator==(const MinorAmount&) const = default;

private:
    std::int64_t minor_ = 0;
};

/// A unit price in an answer or a command: minor units with decimals (a number with `x-money: minor`).
class MinorPrice {
public:
    constexpr MinorPrice() = default;
    constexpr explicit MinorPrice(const Decimal& minor) : minor_(minor) {}

    constexpr const Decimal& minor() const noexcept { return minor_; }
    constexpr bool operator==(const MinorPrice&) const = default;

private:
    Decimal minor_;
};

/// An amount in an event: `{ "amount": <minor units>, "currency": "EUR" }` (an object with `x-money: event`).
class EventAmount {
public:
    EventAmount() = default;
    EventAmount(MinorAmount amount, Currency currency) : minor_(amount.minor()), currency_(currency.code()) {}
    EventAmount(const MinorPrice& price, Currency currency)
        : minor_(price.minor()), currency_(currency.code()) {}
    explicit EventAmount(const Money& money) : minor_(money.minor()), currency_(money.currency().code()) {}

    const Decimal& minor() const noexcept { return minor_; }
    const std::string& currency() const noexcept { return currency_; }

private:
    Decimal minor_;
    std::string currency_;
};

inline void writeTo(JsonWriter& out, const MajorAmount& amount) {
    out.value(amount.decimal());
}
inline void writeTo(JsonWriter& out, const MinorAmount& amount) {
    out.value(amount.minor());
}
inline void writeTo(JsonWriter& out, const MinorPrice& price) {
    out.value(price.minor());
}
inline void writeTo(JsonWriter& out, const EventAmount& amount) {
    out.beginObject();
    out.member("amount", amount.minor());
    out.member("currency", amount.currency());
    out.endObject();
}

} // namespace svc
