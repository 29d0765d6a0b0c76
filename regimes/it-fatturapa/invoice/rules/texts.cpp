#include "invoice/rules/texts.hpp"

#include <svc/decimal.hpp>
#include <svc/text.hpp>

#include "letters/spelling.hpp"

namespace svc::it_fatturapa {
namespace {

constexpr char32_t LastBasic = 0x7E;
constexpr char32_t FirstUpper = 0xA0;
constexpr char32_t LastLatin1 = 0xFF;

/// ASCII replacements of typographic characters such as dashes and quotation marks.
std::string plainSign(char32_t c) {
    switch (c) {
    case 0x2018:
    case 0x2019:
        return "'";
    case 0x201C:
    case 0x201D:
        return "\"";
    case 0x2013:
    case 0x2014:
        return "-";
    case 0x2026:
        return "...";
    case 0x20AC:
        return "EUR";
    default:
        return letters::asciiSpelling(c);
    }
}

std::string fitted(std::string_view given, std::size_t most, bool latin1) {
    const std::string whole = letters::composed(given);
    std::string_view text = whole;
    std::string fit;
    std::size_t count = 0;
    const auto put = [&](const std::string& part, std::size_t characters) {
        const bool room = count + characters <= most;
        fit += room ? part : std::string();
        count = room ? count + characters : most;
    };
    while (!text.empty() && count < most) {
        const char32_t c = takeCodePoint(text);
        if (c < 0x20 || (c > LastBasic && c < FirstUpper)) {
            if (!fit.empty() && fit.back() != ' ') {
                put(" ", 1);
            }
        } else if (c <= LastBasic) {
            if (c != ' ' || !fit.empty()) {
                put(std::string(1, static_cast<char>(c)), 1);
            }
        } else if (latin1 && c <= LastLatin1) {
            std::string letter;
            appendCodePoint(letter, c);
            put(letter, 1);
        } else {
            const std::string plain = plainSign(c);
            put(plain, plain.size());
        }
    }
    while (!fit.empty() && fit.back() == ' ') {
        fit.pop_back();
    }
    return fit;
}

} // namespace

std::string latinText(std::string_view text, std::size_t most) {
    return fitted(text, most, true);
}

std::string basicText(std::string_view text, std::size_t most) {
    return fitted(text, most, false);
}

std::string amountText(std::int64_t cents) {
    return Decimal(cents, 2).toFixed(2);
}

} // namespace svc::it_fatturapa
