#include "wallet/rules/iban.hpp"

#include <svc/text.hpp>

namespace svc::treasury {

namespace {

bool isLetter(char c) {
    return c >= 'A' && c <= 'Z';
}
} // namespace

std::string normalisedAccount(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c != ' ') {
            result += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
    }
    return result;
}

bool isIban(std::string_view text) {
    if (text.size() < 15 || text.size() > 34 || !isLetter(text[0]) || !isLetter(text[1]) ||
        !isDigit(text[2]) || !isDigit(text[3])) {
        return false;
    }
    // ISO 7064, MOD 97-10: the first four characters are moved to the end, letters count from 10.
    unsigned remainder = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[(i + 4) % text.size()];
        if (isDigit(c)) {
            remainder = (remainder * 10 + static_cast<unsigned>(c - '0')) % 97;
        } else if (isLetter(c)) {
            remainder = (remainder * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
        } else {
            return false;
        }
    }
    return remainder == 1;
}

bool isBic(std::string_view text) {
    if (text.size() != 8 && text.size() != 11) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        // Four characters of the institution, two letters of the country, place and branch.
        if (!isLetter(text[i]) && (i == 4 || i == 5 || !isDigit(text[i]))) {
            return false;
        }
    }
    return true;
}

} // namespace svc::treasury
