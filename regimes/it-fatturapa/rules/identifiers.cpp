#include "rules/identifiers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <svc/text.hpp>

namespace svc::it_fatturapa {
namespace {

constexpr std::size_t PersonalLength = 16;

bool isLetter(char c) {
    return c >= 'A' && c <= 'Z';
}

/// Letters replace digits where two persons would have had the same code (omocodia).
bool isDigitOrSubstitute(char c) {
    return isDigit(c) || std::string_view("LMNPQRSTUV").find(c) != std::string_view::npos;
}

/// Weight of a character in an odd position (1st, 3rd …). A digit and the letter with the same index in the
/// alphabet have the same weight.
int oddWeight(char c) {
    constexpr std::array<int, 26> Weights = {1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                             20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
    return Weights[static_cast<std::size_t>(isDigit(c) ? c - '0' : c - 'A')];
}
int evenWeight(char c) {
    return isDigit(c) ? c - '0' : c - 'A';
}

} // namespace

bool isPartitaIva(std::string_view number) {
    if (number.size() != 11 || !std::all_of(number.begin(), number.end(), isDigit)) {
        return false;
    }
    int sum = 0;
    for (std::size_t i = 0; i < 10; ++i) {
        const int digit = (number[i] - '0') * (i % 2 == 0 ? 1 : 2);
        sum += digit > 9 ? digit - 9 : digit;
    }
    return (10 - sum % 10) % 10 == number[10] - '0';
}

bool isPersonalCode(std::string_view code) {
    // A: letter, 9: digit or its substitute.
    constexpr std::string_view Form = "AAAAAA99A99A999A";
    if (code.size() != PersonalLength) {
        return false;
    }
    int sum = 0;
    for (std::size_t i = 0; i < PersonalLength; ++i) {
        if (Form[i] == 'A' ? !isLetter(code[i]) : !isDigitOrSubstitute(code[i])) {
            return false;
        }
        if (i + 1 < PersonalLength) {
            sum += i % 2 == 0 ? oddWeight(code[i]) : evenWeight(code[i]);
        }
    }
    return code.back() == static_cast<char>('A' + sum % 26);
}

bool isCodiceFiscale(std::string_view code) {
    return isPartitaIva(code) || isPersonalCode(code);
}

} // namespace svc::it_fatturapa
