#include "invoice/rules/invoice.hpp"

#include <algorithm>
#include <array>

#include <svc/rounding.hpp>
#include <svc/text.hpp>

#include "einvoice/formats.hpp"
#include "invoice/rules/texts.hpp"

namespace svc::it_fatturapa {
namespace {

struct Law {
    std::string_view natura;
    std::string_view text;
};

constexpr std::array<Law, 23> Laws = {{
    {"N1", "Escluse ex art. 15 DPR 633/72"},
    {"N2.1", "Non soggette ad IVA ai sensi degli artt. da 7 a 7-septies DPR 633/72"},
    {"N2.2", "Non soggette - altri casi"},
    {"N3.1", "Non imponibili - esportazioni, art. 8 DPR 633/72"},
    {"N3.2", "Non imponibili - cessioni intracomunitarie, art. 41 DL 331/93"},
    {"N3.3", "Non imponibili - cessioni verso San Marino"},
    {"N3.4", "Non imponibili - operazioni assimilate alle cessioni all'esportazione"},
    {"N3.5", "Non imponibili - a seguito di dichiarazioni d'intento"},
    {"N3.6", "Non imponibili - altre operazioni che non concorrono alla formazione del plafond"},
    {"N4", "Esenti ex art. 10 DPR 633/72"},
    {"N5", "Regime del margine / IVA non esposta in fattura"},
    {"N6.1", "Inversione contabile - cessione di rottami e altri materiali di recupero"},
    {"N6.2", "Inversione contabile - cessione di oro e argento"},
    {"N6.3", "Inversione contabile - subappalto nel settore edile"},
    {"N6.4", "Inversione contabile - cessione di fabbricati"},
    {"N6.5", "Inversione contabile - cessione di telefoni cellulari"},
    {"N6.6", "Inversione contabile - cessione di prodotti elettronici"},
    {"N6.7", "Inversione contabile - prestazioni comparto edile e settori connessi"},
    {"N6.8", "Inversione contabile - operazioni settore energetico"},
    {"N6.9", "Inversione contabile - altri casi"},
    {"N7", "IVA assolta in altro stato UE"},
    {"N2", ""},
    {"N3", ""},
}};

/// Cuts the word after `CIG:` or `CUP:` out of the text and returns it.
std::string takeCode(std::string& text, std::string_view label) {
    const std::size_t at = upperAscii(text).find(label);
    if (at == std::string::npos) {
        return {};
    }
    const std::size_t begin = at + label.size();
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string code = text.substr(begin, end - begin);
    text.erase(at, end - at);
    text = std::string(trim(text));
    return code;
}

} // namespace

Destination destinationOf(const std::optional<std::string>& address, const std::string& country) {
    const auto id = einvoice::schemedId(address);
    if (id && id->scheme == "0201") {
        return {.toPublic = true, .code = upperAscii(id->value), .certifiedMail = {}};
    }
    if (id && id->scheme == "0205") {
        return {.toPublic = false, .code = upperAscii(id->value), .certifiedMail = {}};
    }
    if (id && id->scheme == "0202") {
        return {.toPublic = false, .code = "0000000", .certifiedMail = id->value};
    }
    const bool abroad = !country.empty() && country != "IT";
    return {.toPublic = false, .code = abroad ? "XXXXXXX" : "0000000", .certifiedMail = {}};
}

void takePublicCodes(std::string& orderReference, std::string& cig, std::string& cup) {
    cig = takeCode(orderReference, "CIG:");
    cup = takeCode(orderReference, "CUP:");
}

std::string_view lawOf(std::string_view natura) {
    const auto law =
        std::find_if(Laws.begin(), Laws.end(), [&](const Law& one) { return one.natura == natura; });
    return law == Laws.end() ? std::string_view() : law->text;
}

std::int64_t stampDutyOf(const einvoice::Invoice& invoice, const StampRule& rule) {
    std::int64_t subject = 0;
    for (const einvoice::TaxGroup& group : invoice.taxes) {
        const bool counts =
            std::find(rule.kinds.begin(), rule.kinds.end(), group.taxCategory) != rule.kinds.end();
        subject += counts ? group.taxable : 0;
    }
    return subject > rule.above ? rule.duty : 0;
}

std::int64_t withheldOf(const einvoice::Invoice& invoice, const Withholding& withholding) {
    return roundedMinor((Decimal(invoice.totals.withoutTax) * withholding.rate).shifted(-2)).value();
}

std::string_view paymentMeansOf(std::string_view code) {
    struct Means {
        std::string_view code;
        std::string_view italian;
    };
    constexpr std::array<Means, 9> All = {{{"10", "MP01"},
                                           {"20", "MP02"},
                                           {"30", "MP05"},
                                           {"58", "MP05"},
                                           {"48", "MP08"},
                                           {"54", "MP08"},
                                           {"55", "MP08"},
                                           {"49", "MP16"},
                                           {"59", "MP19"}}};
    const auto found =
        std::find_if(All.begin(), All.end(), [&](const Means& one) { return one.code == code; });
    return found == All.end() ? std::string_view() : found->italian;
}

} // namespace svc::it_fatturapa
