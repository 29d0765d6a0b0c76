#include "einvoice/fields.hpp"

#include <algorithm>
#include <charconv>

#include <svc/rounding.hpp>

#include "einvoice/identifiers.hpp"

namespace svc::einvoice {
namespace {

constexpr int PriceDecimals = 8;

[[noreturn]] void malformed(const char* term, std::string_view found, const char* expected) {
    throw FileFault(term, std::string(term) + ": found \"" + std::string(found.substr(0, 64)) +
                              "\", expected " + expected);
}

} // namespace

Node at(const Node& node, std::initializer_list<std::string_view> path) {
    Node found = node;
    for (const std::string_view name : path) {
        if (!found) {
            break;
        }
        found = found->child(name);
    }
    return found;
}

std::string textAt(const Node& node, std::initializer_list<std::string_view> path) {
    const Node found = at(node, path);
    return found ? found->text() : std::string();
}

std::optional<std::string> optionalTextAt(const Node& node, std::initializer_list<std::string_view> path) {
    return given(textAt(node, path));
}

std::string requiredText(std::string_view text, const char* term) {
    if (text.empty()) {
        throw FileFault(term, std::string(term) + " is missing");
    }
    return std::string(text);
}

Decimal decimalOf(std::string_view text, const char* term) {
    const bool negative = text.starts_with('-');
    const std::string_view digits = text.substr(negative || text.starts_with('+') ? 1 : 0);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    std::string_view whole = digits.substr(0, point);
    const std::string_view part = digits.substr(std::min(point + 1, digits.size()));
    const bool numeric = (whole.empty() || digitsOnly(whole)) && (part.empty() || digitsOnly(part));
    if (!numeric || (whole.empty() && part.empty())) {
        malformed(term, text, "a decimal number");
    }
    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    const auto value = Decimal::parse((negative ? "-" : "") + (whole.empty() ? "0" : std::string(whole)) +
                                      (part.empty() ? "" : "." + std::string(part)));
    if (!value) {
        malformed(term, text, "a decimal number");
    }
    return *value;
}

std::int64_t amountOf(std::string_view text, Currency currency, const char* term) {
    if (text.empty()) {
        return 0;
    }
    try {
        if (const auto minor = roundedMinor(decimalOf(text, term).shifted(currency.digits()))) {
            return *minor;
        }
    } catch (const DecimalError&) {
        // Handled as out of range below.
    }
    malformed(term, text, "an amount of at most 10^15 minor units");
}

Currency currencyOf(std::string_view text, const char* term) {
    const auto currency = Currency::parse(requiredText(text, term));
    if (!currency) {
        malformed(term, text, "a currency of ISO 4217");
    }
    return *currency;
}

Date dateOf(std::string_view text, const char* term) {
    constexpr std::size_t BasicLength = 8;
    constexpr std::size_t ExtendedLength = 10;
    std::string day(requiredText(text, term).substr(0, ExtendedLength));
    if (day.size() == BasicLength) {
        day = day.substr(0, 4) + '-' + day.substr(4, 2) + '-' + day.substr(6, 2);
    }
    const auto date = Date::parse(day);
    if (!date) {
        malformed(term, text, "a date");
    }
    return *date;
}

std::optional<Date> optionalDateOf(std::string_view text, const char* term) {
    return text.empty() ? std::nullopt : std::optional(dateOf(text, term));
}

int typeCodeOf(std::string_view text) {
    int code = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code);
    if (error != std::errc{} || end != text.data() + text.size() || code < 1 || code > 999) {
        malformed("BT-3", text, "a code of UNCL 1001");
    }
    return code;
}

Decimal priceOf(std::string_view price, std::string_view baseQuantity, Currency currency) {
    try {
        const Decimal minor = decimalOf(price, "BT-146").shifted(currency.digits());
        if (baseQuantity.empty()) {
            return minor.decimals() > PriceDecimals ? minor.rounded(PriceDecimals) : minor;
        }
        const Decimal base = decimalOf(baseQuantity, "BT-149");
        if (base.sign() <= 0) {
            malformed("BT-149", baseQuantity, "a quantity above zero");
        }
        return Decimal::divide(minor, base, PriceDecimals).normalized();
    } catch (const DecimalError&) {
        malformed("BT-146", price, "a price");
    }
}

bool isTrue(std::string_view indicator) {
    return indicator == "true" || indicator == "1";
}

std::optional<std::string> given(std::string text) {
    return text.empty() ? std::nullopt : std::optional(std::move(text));
}

} // namespace svc::einvoice
