#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace svc {

namespace detail {

/// ISO 4217, list one: national currencies in alphabetical order, digit = decimals of the minor unit.
/// The table is ISO's own, because Unicode CLDR (and so ICU) lists the digits used in cash: 0 for IQD and
/// MGA. Funds codes (BOV, CHE, CLF, ...), metals, units of account and test codes are left out: they have no
/// minor unit or no cash. BGN stays although the euro replaced it in 2026, because documents of earlier years
/// use it.
inline constexpr std::string_view CurrencyTable =
    "AED2AFN2ALL2AMD2AOA2ARS2AUD2AWG2AZN2BAM2BBD2BDT2BGN2BHD3BIF0BMD2BND2BOB2BRL2BSD2BTN2BWP2BYN2BZD2"
    "CAD2CDF2CHF2CLP0CNY2COP2CRC2CUP2CVE2CZK2DJF0DKK2DOP2DZD2EGP2ERN2ETB2EUR2FJD2FKP2GBP2GEL2GHS2GIP2"
    "GMD2GNF0GTQ2GYD2HKD2HNL2HTG2HUF2IDR2ILS2INR2IQD3IRR2ISK0JMD2JOD3JPY0KES2KGS2KHR2KMF0KPW2KRW0KWD3"
    "KYD2KZT2LAK2LBP2LKR2LRD2LSL2LYD3MAD2MDL2MGA2MKD2MMK2MNT2MOP2MRU2MUR2MVR2MWK2MXN2MYR2MZN2NAD2NGN2"
    "NIO2NOK2NPR2NZD2OMR3PAB2PEN2PGK2PHP2PKR2PLN2PYG0QAR2RON2RSD2RUB2RWF0SAR2SBD2SCR2SDG2SEK2SGD2SHP2"
    "SLE2SOS2SRD2SSP2STN2SVC2SYP2SZL2THB2TJS2TMT2TND3TOP2TRY2TTD2TWD2TZS2UAH2UGX0USD2UYU2UZS2VED2VES2"
    "VND0VUV0WST2XAF0XCD2XCG2XOF0XPF0YER2ZAR2ZMW2ZWG2";

} // namespace detail

/// A currency of ISO 4217 and the number of decimals of its minor unit (API definitions 1.3).
///
/// Example:
///   if (const auto currency = Currency::parse("TND")) {
///       currency->digits();    // 3: 1 TND is 1000 minor units
///   }
class Currency {
public:
    /// No currency, "XXX" of ISO 4217: the state before a real one is assigned. parse() never gives it.
    constexpr Currency() = default;

    /// The currency with this code (three capital letters), nothing when ISO 4217 has none.
    static constexpr std::optional<Currency> parse(std::string_view code) {
        if (code.size() != 3) {
            return std::nullopt;
        }
        std::size_t low = 0;
        std::size_t high = Count;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const int order = detail::CurrencyTable.substr(middle * 4, 3).compare(code);
            if (order == 0) {
                return Currency(static_cast<std::uint8_t>(middle));
            }
            (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
        }
        return std::nullopt;
    }

    /// The same for a code that is known to be right; throws std::invalid_argument otherwise.
    static constexpr Currency of(std::string_view code) {
        if (const auto currency = parse(code)) {
            return *currency;
        }
        throw std::invalid_argument("not a currency of ISO 4217");
    }

    /// "EUR". The view stays valid for the life of the program.
    constexpr std::string_view code() const {
        return isNone() ? std::string_view("XXX") : detail::CurrencyTable.substr(index_ * std::size_t{4}, 3);
    }
    /// Decimals of the minor unit: 2 for EUR, 0 for XOF, 3 for TND.
    constexpr int digits() const {
        return isNone() ? 0 : detail::CurrencyTable[index_ * std::size_t{4} + 3] - '0';
    }
    constexpr bool isNone() const { return index_ == None; }
    std::string toString() const { return std::string(code()); }

    constexpr bool operator==(const Currency&) const = default;

    /// All currencies are Currency::at(0) to Currency::at(Count - 1), in the order of their codes.
    static constexpr std::size_t Count = detail::CurrencyTable.size() / 4;
    static constexpr Currency at(std::size_t index) { return Currency(static_cast<std::uint8_t>(index)); }

private:
    constexpr explicit Currency(std::uint8_t index) : index_(index) {}

    static constexpr std::uint8_t None = 255;

    std::uint8_t index_ = None;
};

static_assert(Currency::Count < 255 && detail::CurrencyTable.size() % 4 == 0);

} // namespace svc
