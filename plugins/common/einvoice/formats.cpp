#include "einvoice/formats.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <svc/money.hpp>

#include "einvoice/identifiers.hpp"

namespace svc::einvoice {

std::optional<Profile> profileOf(std::string_view name) {
    for (const Profile profile : {Profile::En16931, Profile::Peppol, Profile::XRechnung, Profile::FacturX}) {
        if (name == nameOf(profile)) {
            return profile;
        }
    }
    return std::nullopt;
}

std::string_view nameOf(Profile profile) {
    switch (profile) {
    case Profile::Peppol:
        return "peppol";
    case Profile::XRechnung:
        return "xrechnung";
    case Profile::FacturX:
        return "facturx";
    case Profile::En16931:
        break;
    }
    return "en16931";
}

std::string_view specificationOf(Profile profile) {
    switch (profile) {
    case Profile::Peppol:
        return "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
    case Profile::XRechnung:
        return "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
    case Profile::En16931:
    case Profile::FacturX:
        break;
    }
    return "urn:cen.eu:en16931:2017";
}

std::string_view processOf(const Invoice& invoice, Profile profile) {
    if (profile == Profile::Peppol || profile == Profile::XRechnung) {
        return "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
    }
    return invoice.process ? std::string_view(*invoice.process) : std::string_view();
}

int typeCodeOf(const Invoice& invoice, Profile profile) {
    const bool german = followsGermanRules(invoice, profile);
    if ((invoice.typeCode == 384 && profile == Profile::Peppol && !german) ||
        (invoice.typeCode == 386 && german)) {
        return 380;
    }
    return invoice.typeCode;
}

bool followsGermanRules(const Invoice& invoice, Profile profile) {
    return profile == Profile::XRechnung ||
           (profile == Profile::Peppol && invoice.seller.address.country == "DE" &&
            invoice.buyer.address.country == "DE");
}

std::string paymentMeansOf(const Invoice& invoice, Profile profile) {
    const std::string& code = invoice.payment.code;
    return code.empty() && followsGermanRules(invoice, profile) ? "ZZZ" : code;
}

std::string bookTaxText(const Invoice& invoice) {
    const int decimals = std::min(invoice.bookCurrency.digits(), MostDecimals);
    const Decimal tax = majorFromMinor(invoice.totals.tax, invoice.currency);
    return Decimal::divide(tax, invoice.exchangeRate, decimals).toFixed(decimals);
}

std::string amountText(std::int64_t minor, Currency currency) {
    return majorFromMinor(minor, currency).toFixed(currency.digits());
}

std::string priceText(const Decimal& minor, Currency currency) {
    const Decimal major = minor.shifted(-currency.digits());
    return major.toFixed(std::max(currency.digits(), major.decimals()));
}

std::string registrationScheme(const Party& party) {
    constexpr std::size_t OinLength = 20;
    if (party.registrationScheme) {
        return *party.registrationScheme;
    }
    const std::string country = party.address.country.value_or("");
    if (country == "NL") {
        return party.registration && party.registration->size() == OinLength ? "0190" : "0106";
    }
    if (country == "DK") {
        // Peppol rejects a malformed number with a scheme, and accepts any number without one.
        return brokenForm("0184", party.registration.value_or("")) ? "" : "0184";
    }
    return country == "IS" ? "0196" : "";
}

std::string vatNumberOf(const Party& party) {
    constexpr std::array<std::string_view, 27> Union = {"AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES",
                                                        "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU",
                                                        "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"};
    const std::string number = party.vatNumber.value_or("");
    const std::string country = party.address.country.value_or("");
    const bool hasCode = number.size() >= 2 && std::isalpha(static_cast<unsigned char>(number[0])) != 0 &&
                         std::isalpha(static_cast<unsigned char>(number[1])) != 0;
    const bool inUnion = std::find(Union.begin(), Union.end(), country) != Union.end();
    return number.empty() || hasCode || inUnion ? number : country + number;
}

std::optional<SchemedId> schemedId(const std::optional<std::string>& text) {
    const std::size_t colon = text ? text->find(':') : std::string::npos;
    if (colon == std::string::npos || colon == 0 || colon + 1 == text->size()) {
        return std::nullopt;
    }
    return SchemedId{text->substr(0, colon), text->substr(colon + 1)};
}

} // namespace svc::einvoice
