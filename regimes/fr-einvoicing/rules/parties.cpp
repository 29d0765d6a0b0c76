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

/// Is the electronic address one of the network? Schemes of letters (EM, an e-mail address) are not.
bool isRouted(const std::optional<std::string>& address) {
    return address && !address->empty() && isDigit(address->front());
}

bool isFrench(const Party& party) {
    return party.country.empty() || party.country == "FR";
}

} // namespace

std::string sirenOf(const Party& party) {
    if (!isFrench(party)) {
        return {};
    }
    std::string siren = sirenIn(party.registrationNumber.value_or(""));
    siren = siren.empty() ? sirenInVat(party.vatNumber.value_or("")) : siren;
    return siren.empty() ? sirenInAddress(party.peppolId.value_or("")) : siren;
}

std::string addressOf(const Party& party) {
    if (isRouted(party.peppolId)) {
        return *party.peppolId;
    }
    const std::string siren = sirenOf(party);
    return siren.empty() ? std::string() : "0225:" + siren;
}

Buyer buyerOf(const std::optional<Party>& buyer) {
    if (!buyer) {
        return Buyer::Consumer;
    }
    if (isFrench(*buyer)) {
        return addressOf(*buyer).empty() ? Buyer::Consumer : Buyer::Domestic;
    }
    const bool isBusiness = buyer->vatNumber || buyer->registrationNumber || isRouted(buyer->peppolId);
    return isBusiness ? Buyer::Foreign : Buyer::Consumer;
}

bool isOfTheUnion(std::string_view country) {
    constexpr std::array<std::string_view, 27> Members = {
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
        "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"};
    return std::find(Members.begin(), Members.end(), country) != Members.end();
}

ReportedId reportedIdOf(const Party& party) {
    if (const std::string siren = sirenOf(party); !siren.empty()) {
        return {"0002", siren};
    }
    if (isOfTheUnion(party.country) && party.vatNumber) {
        return {"0223", *party.vatNumber};
    }
    return {"0227", party.country + std::string(utf8Prefix(party.name, NameInId))};
}

} // namespace svc::fr_einvoicing
