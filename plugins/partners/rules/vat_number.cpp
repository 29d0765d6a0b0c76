#include "rules/vat_number.hpp"

#include "rules/country.hpp"

namespace svc::partners {

namespace {

/// A country and the prefix of its VAT numbers, where the law fixes one. Monaco and the Isle of Man belong to
/// the VAT territory of a neighbour.
struct Prefix {
    std::string_view country;
    std::string_view prefix;
};

constexpr Prefix Prefixes[] = {
    {"AT", "AT"}, {"BE", "BE"}, {"BG", "BG"}, {"CY", "CY"}, {"CZ", "CZ"}, {"DE", "DE"}, {"DK", "DK"},
    {"EE", "EE"}, {"ES", "ES"}, {"FI", "FI"}, {"FR", "FR"}, {"GB", "GB"}, {"GB", "XI"}, {"GR", "EL"},
    {"HR", "HR"}, {"HU", "HU"}, {"IE", "IE"}, {"IM", "GB"}, {"IT", "IT"}, {"LT", "LT"}, {"LU", "LU"},
    {"LV", "LV"}, {"MC", "FR"}, {"MT", "MT"}, {"NL", "NL"}, {"PL", "PL"}, {"PT", "PT"}, {"RO", "RO"},
    {"SE", "SE"}, {"SI", "SI"}, {"SK", "SK"},
};

bool isLetter(char c) {
    return c >= 'A' && c <= 'Z';
}

bool isAlphanumeric(char c) {
    return isLetter(c) || (c >= '0' && c <= '9');
}

/// 2 to 13 letters, digits, '+' or '*' (old Irish numbers) after the prefix: the widest form in VIES.
bool isUnionForm(std::string_view rest) {
    if (rest.size() < 2 || rest.size() > 13) {
        return false;
    }
    bool digit = false;
    for (const char c : rest) {
        if (!isAlphanumeric(c) && c != '+' && c != '*') {
            return false;
        }
        digit = digit || (c >= '0' && c <= '9');
    }
    return digit;
}

bool isGeneralForm(std::string_view number) {
    if (number.size() < 4 || number.size() > 30) {
        return false;
    }
    for (const char c : number) {
        if (!isAlphanumeric(c) && std::string_view(".-/&+*").find(c) == std::string_view::npos) {
            return false;
        }
    }
    return true;
}

} // namespace

std::string normalisedVatNumber(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == ' ' || c == '\t') {
            continue;
        }
        // The no-break space that comes with copied text.
        if (c == '\xC2' && at + 1 < text.size() && text[at + 1] == '\xA0') {
            ++at;
            continue;
        }
        result += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return result;
}

bool vatNumberFits(std::string_view number, const std::optional<std::string>& country) {
    if (!isGeneralForm(number)) {
        return false;
    }
    bool fixed = false;
    for (const Prefix& entry : Prefixes) {
        const bool starts = number.substr(0, 2) == entry.prefix;
        if (!country ? starts : entry.country == *country) {
            fixed = true;
            if (starts && isUnionForm(number.substr(2))) {
                return true;
            }
        }
    }
    if (fixed) {
        return false;
    }
    // A country without a rule accepts any number. Without a country, letters in front must be a country code
    // or EU.
    const bool prefixed = isLetter(number[0]) && isLetter(number[1]);
    return country || !prefixed || isCountry(number.substr(0, 2)) || number.substr(0, 2) == "EU";
}

} // namespace svc::partners
