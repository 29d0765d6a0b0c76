#include "einvoice/identifiers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace svc::einvoice {
namespace {

constexpr std::size_t GlnLength = 13;

int digit(char c) {
    return c - '0';
}

bool hasDigits(std::string_view text, std::size_t length) {
    return text.size() == length && digitsOnly(text);
}

/// GS1: weights 3 and 1 from the right, the last digit makes a multiple of ten.
bool hasGs1Digit(std::string_view text) {
    if (text.size() < 2 || !digitsOnly(text)) {
        return false;
    }
    int sum = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        sum += digit(text[text.size() - 2 - i]) * (i % 2 == 0 ? 3 : 1);
    }
    return (10 - sum % 10) % 10 == digit(text.back());
}

bool isBelgian(std::string_view text) {
    return hasDigits(text, 10) &&
           97 - std::stoi(std::string(text.substr(0, 8))) % 97 == std::stoi(std::string(text.substr(8)));
}

bool isNorwegian(std::string_view text) {
    return hasDigits(text, 9) && hasMod11Digit(text);
}

/// With the prefix of the VAT number.
bool isDanishWithPrefix(std::string_view text) {
    return text.starts_with("DK") && hasDigits(text.substr(2), 8);
}

bool isDanish(std::string_view text) {
    return hasDigits(text, 8) || isDanishWithPrefix(text);
}

bool isDanishPlace(std::string_view text) {
    return hasDigits(text, 10);
}

bool isSwedish(std::string_view text) {
    return hasDigits(text, 10) && hasLuhnDigit(text);
}

bool isAustralian(std::string_view text) {
    constexpr std::array<int, 11> Weights = {10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19};
    if (!hasDigits(text, Weights.size())) {
        return false;
    }
    int sum = -Weights[0];
    for (std::size_t i = 0; i < Weights.size(); ++i) {
        sum += digit(text[i]) * Weights[i];
    }
    return sum % 89 == 0;
}

struct Form {
    std::string_view scheme;
    bool (*fits)(std::string_view);
    BrokenForm otherwise;
};

constexpr std::array<Form, 7> Forms = {{
    {"0192",
     isNorwegian,
     {"PEPPOL-COMMON-R041", "A Norwegian organisation has 9 digits, the last one checks."}},
    {"0184",
     isDanish,
     {"PEPPOL-COMMON-R042", "A Danish CVR number has 8 digits, with or without DK before them."}},
    {"0208", isBelgian, {"PEPPOL-COMMON-R043", "The Belgian enterprise number has its check digits."}},
    {"0007", isSwedish, {"PEPPOL-COMMON-R049", "A Swedish organisation has 10 digits, the last one checks."}},
    {"0151", isAustralian, {"PEPPOL-COMMON-R050", "An Australian business number has 11 digits that check."}},
    {"0096", isDanishPlace, {"PEPPOL-COMMON-R052", "A Danish P number has 10 digits."}},
    {"0198", isDanishWithPrefix, {"PEPPOL-COMMON-R053", "A Danish SE number is DK and 8 digits."}},
}};

} // namespace

bool digitsOnly(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool hasMod11Digit(std::string_view digits) {
    int sum = 0;
    int all = 0;
    for (std::size_t i = 0; i + 1 < digits.size(); ++i) {
        sum += digit(digits[digits.size() - 2 - i]) * (static_cast<int>(i % 6) + 2);
        all += digit(digits[i]);
    }
    return all + digit(digits.back()) > 0 && (11 - sum % 11) % 11 == digit(digits.back());
}

bool hasLuhnDigit(std::string_view digits) {
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const int value = digit(digits[digits.size() - 1 - i]) * (i % 2 == 0 ? 1 : 2);
        sum += value / 10 + value % 10;
    }
    return sum % 10 == 0;
}

std::optional<BrokenForm> brokenForm(std::string_view scheme, std::string_view value) {
    if (scheme == "0088") {
        const bool checked = hasGs1Digit(value);
        if (checked && value.size() == GlnLength) {
            return std::nullopt;
        }
        return BrokenForm{"PEPPOL-COMMON-R040",
                          "A GLN has 13 digits, of which the last one is its check digit.", checked};
    }
    const auto form =
        std::find_if(Forms.begin(), Forms.end(), [&](const Form& one) { return one.scheme == scheme; });
    return form == Forms.end() || form->fits(value) ? std::nullopt : std::optional(form->otherwise);
}

} // namespace svc::einvoice
