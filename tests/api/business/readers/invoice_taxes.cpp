#include "api/business/readers/invoice_taxes.hpp"

#include <ostream>

#include <svc/decimal.hpp>

namespace svc::test {
namespace {

void add(TaxesByRate& taxes, const std::string& rate, const std::string& net, const std::string& tax,
         int sign) {
    NetAndTax& one = taxes[rateOf(rate)];
    one.net += sign * minorOf(net);
    one.tax += sign * minorOf(tax);
}

} // namespace

void PrintTo(const NetAndTax& one, std::ostream* out) {
    *out << one.net << " + " << one.tax;
}

TaxesByRate& operator+=(TaxesByRate& sum, const TaxesByRate& more) {
    for (const auto& [rate, one] : more) {
        sum[rate].net += one.net;
        sum[rate].tax += one.tax;
    }
    return sum;
}

std::vector<std::string> partsOf(const std::string& xml, const std::string& element) {
    const std::string end = "</" + element + '>';
    std::vector<std::string> parts;
    for (std::size_t at = xml.find('<' + element); at != std::string::npos;
         at = xml.find('<' + element, at + 1)) {
        const char next = xml[at + element.size() + 1];
        const std::size_t begin = xml.find('>', at) + 1;
        if (next == '>' || next == ' ') {
            parts.push_back(xml.substr(begin, xml.find(end, begin) - begin));
        }
    }
    return parts;
}

std::string partOf(const std::string& xml, const std::string& element) {
    const std::vector<std::string> parts = partsOf(xml, element);
    return parts.empty() ? std::string() : parts.front();
}

std::int64_t minorOf(const std::string& amount) {
    return Decimal::parse(amount).value().shifted(2).toInteger().value();
}

std::string rateOf(const std::string& percent) {
    return Decimal::parse(percent).value().toFixed(2);
}

TaxesByRate ublTaxes(const std::string& xml) {
    const int sign = xml.find("<CreditNote") != std::string::npos ? -1 : 1;
    TaxesByRate taxes;
    for (const std::string& part : partsOf(xml, "cac:TaxSubtotal")) {
        add(taxes, partOf(part, "cbc:Percent"), partOf(part, "cbc:TaxableAmount"),
            partOf(part, "cbc:TaxAmount"), sign);
    }
    return taxes;
}

TaxesByRate fatturaTaxes(const std::string& xml) {
    const int sign = partOf(xml, "TipoDocumento") == "TD04" ? -1 : 1;
    TaxesByRate taxes;
    for (const std::string& part : partsOf(xml, "DatiRiepilogo")) {
        add(taxes, partOf(part, "AliquotaIVA"), partOf(part, "ImponibileImporto"), partOf(part, "Imposta"),
            sign);
    }
    return taxes;
}

TaxesByRate fa3Taxes(const std::string& xml) {
    TaxesByRate taxes;
    const std::map<std::string, std::string> places = {{"23", "1"}, {"8", "2"}, {"5", "3"}};
    for (const auto& [rate, place] : places) {
        if (const std::string net = partOf(xml, "P_13_" + place); !net.empty()) {
            add(taxes, rate, net, partOf(xml, "P_14_" + place), 1);
        }
    }
    return taxes;
}

TaxesByRate reportTaxes(const std::string& xml) {
    TaxesByRate taxes;
    for (const std::string& part : partsOf(xml, "TaxSubtotal")) {
        add(taxes, partOf(part, "TaxPercent"), partOf(part, "TaxableAmount"), partOf(part, "TaxTotal"), 1);
    }
    return taxes;
}

} // namespace svc::test
