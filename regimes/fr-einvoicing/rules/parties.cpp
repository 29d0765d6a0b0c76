#include "rules/parties.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <svc/text.hpp>

namespace svc::fr_einvoicing {
namespace {

constexpr std::size_t SirenDigits = 9;
constexpr std::size_t SiretDigits = 14;
constexpr std::size_t NameInId = 16;

std::string digitsOf(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
                 [](char c) { return c >= '0' && c <= '9'; });
    return digits;
}

/// The SIREN with which a number begins.
std::string sirenIn(std::string_view number) {
    const std::string digits = digitsOf(number);
    return digits.size() == SirenDigits || digits.size() == SiretDigits ? digits.substr(0, SirenDigits)
                                                                        : std::string();
}

/// The SIREN of a French VAT number: FR, two key characters, SIREN.
std::string sirenInVat(std::string_view vat) {
    constexpr std::size_t Prefix = 4;
    std::string plain;
    std::copy_if(vat.begin(), vat.end(), std::back_inserter(plain), [](char c) { return c != ' '; });
    const std::string digits = plain.size() == Prefix + SirenDigits ? digitsOf(plain.substr(Prefix)) : "";
    return upperAscii(plain).starts_with("FR") && digits.size() == SirenDigits ? digits : std::string();
}

/// The SIREN of an electronic address: `0225:123456782`, `0225:123456782_SUFFIX`, `0002:…`, `0009:` and a
/// SIRET, `9957:` and a VAT number.
std::string sirenInAddress(std::string_view address) {
    const std::size_t colon = address.find(':');
    if (colon == std::string_view::npos) {
        return {};
    }
    const std::string_view scheme = address.substr(0, colon);
    const std::string_view rest = address.substr(colon + 1);
    if (scheme == "9957") {
        return sirenInVat(rest);
    }
    const bool isFrench = scheme == "0225" || scheme == "0002" || scheme == "0009";
    return isFrench ? sirenIn(rest.substr(0, rest.find('_'))) : std::string();
}

bool isFrench(const Json& party) {
    const std::string country = party.textOr("country");
    return country.empty() || country == "FR";
}

} // namespace

std::string sirenOf(const Json& party) {
    if (!party.isObject() || !isFrench(party)) {
        return {};
    }
    std::string siren = sirenIn(party.textOr("registrationNumber"));
    siren = siren.empty() ? sirenInVat(party.textOr("vatNumber")) : siren;
    return siren.empty() ? sirenInAddress(party.textOr("peppolId")) : siren;
}

std::string addressOf(const Json& party) {
    if (const auto own = party.isObject() ? party.optionalText("peppolId") : std::nullopt) {
        return *own;
    }
    const std::string siren = sirenOf(party);
    return siren.empty() ? std::string() : "0225:" + siren;
}

Buyer buyerOf(const Json& buyer) {
    if (!buyer.isObject()) {
        return Buyer::Consumer;
    }
    if (isFrench(buyer)) {
        return addressOf(buyer).empty() ? Buyer::Consumer : Buyer::Domestic;
    }
    const bool isBusiness = buyer.optionalText("vatNumber") || buyer.optionalText("registrationNumber") ||
                            buyer.optionalText("peppolId");
    return isBusiness ? Buyer::Foreign : Buyer::Consumer;
}

bool isOfTheUnion(std::string_view country) {
    constexpr std::array<std::string_view, 27> Members = {
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
        "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"};
    return std::find(Members.begin(), Members.end(), country) != Members.end();
}

ReportedId reportedIdOf(const Json& party) {
    if (const std::string siren = sirenOf(party); !siren.empty()) {
        return {"0002", siren};
    }
    const std::string country = party.textOr("country");
    const auto vat = party.optionalText("vatNumber");
    if (isOfTheUnion(country) && vat) {
        return {"0223", *vat};
    }
    return {"0227", country + std::string(utf8Prefix(party.textOr("name"), NameInId))};
}

} // namespace svc::fr_einvoicing
