#include "host/config/yaml_scalar.hpp"

#include <charconv>
#include <cstdint>

#include <svc/text.hpp>

namespace svc::host::config {

namespace {

std::string_view takeDigits(std::string_view& text) noexcept {
    std::size_t count = 0;
    while (count < text.size() && isDigit(text[count])) {
        ++count;
    }
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

std::optional<std::string> withBase(std::string_view digits, int base) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) {
        return std::nullopt;
    }
    return std::to_string(value);
}

/// The exponent: `e` or `E`, an optional sign and digits; empty when there is none; nothing when it is
/// malformed.
std::optional<std::string> exponent(std::string_view text) {
    if (text.empty()) {
        return std::string();
    }
    if (text.front() != 'e' && text.front() != 'E') {
        return std::nullopt;
    }
    std::string result(1, text.front());
    text.remove_prefix(1);
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
        result += text.front();
        text.remove_prefix(1);
    }
    const std::string_view digits = takeDigits(text);
    if (digits.empty() || !text.empty()) {
        return std::nullopt;
    }
    return result.append(digits);
}

} // namespace

bool isNullScalar(std::string_view text) noexcept {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

std::optional<bool> booleanScalar(std::string_view text) noexcept {
    if (text == "true" || text == "True" || text == "TRUE") {
        return true;
    }
    if (text == "false" || text == "False" || text == "FALSE") {
        return false;
    }
    return std::nullopt;
}

std::optional<std::string> numberScalar(std::string_view text) {
    if (text.substr(0, 2) == "0x") {
        return withBase(text.substr(2), 16);
    }
    if (text.substr(0, 2) == "0o") {
        return withBase(text.substr(2), 8);
    }
    std::string result;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        if (text.front() == '-') {
            result += '-';
        }
        text.remove_prefix(1);
    }
    std::string_view whole = takeDigits(text);
    std::string_view fraction;
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        fraction = takeDigits(text);
    }
    if (whole.empty() && fraction.empty()) {
        return std::nullopt;
    }
    const std::optional<std::string> tail = exponent(text);
    if (!tail) {
        return std::nullopt;
    }
    while (whole.size() > 1 && whole.front() == '0') {
        whole.remove_prefix(1);
    }
    result += whole.empty() ? std::string_view("0") : whole;
    if (!fraction.empty()) {
        result.append(".").append(fraction);
    }
    return result + *tail;
}

} // namespace svc::host::config
