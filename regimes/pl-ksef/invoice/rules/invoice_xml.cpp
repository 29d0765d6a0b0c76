// Elements in the order of the schema, which is fixed.
#include <algorithm>

#include <svc/money.hpp>
#include <svc/text.hpp>

#include "invoice/rules/invoice.hpp"
#include "xml/xml_writer.hpp"

namespace svc::pl_ksef {
namespace {

using xml::Element;
using xml::XmlWriter;

constexpr std::string_view Namespace = "http://crd.gov.pl/wzor/2025/06/25/13775/";
constexpr std::string_view Program = "SVC";
constexpr std::size_t Long = 512;
constexpr std::size_t Usual = 256;
constexpr std::size_t Short = 50;
constexpr int QuantityDigits = 6;
constexpr int PriceDigits = 8;
constexpr const char* Yes = "1";
constexpr const char* No = "2";

/// Discouraged characters of XML, which KSeF refuses.
bool isUnwanted(char32_t c) {
    return (c >= 0x7F && c <= 0x9F) || (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFEU) == 0xFFFEU;
}

class Writer {
public:
    explicit Writer(const Invoice& invoice) : invoice_(invoice), xml_("Faktura", {{"xmlns", Namespace}}) {}

    std::string write() {
        head();
        seller();
        buyer();
        {
            const Element fa(xml_, "Fa");
            facts();
            sums();
            notes();
            kind();
            remarks();
            for (std::size_t i = 0; i < invoice_.lines.size(); ++i) {
                line(invoice_.lines[i], i + 1);
            }
            payment();
            order();
        }
        return xml_.finish();
    }

private:
    void text(const char* name, std::string_view value, std::size_t most = Usual) {
        xml_.text(name, plainText(value, most));
    }
    void amount(const std::string& name, std::int64_t minor, Currency currency) {
        xml_.text(name.c_str(), majorFromMinor(minor, currency).toFixed(2));
    }

    void head() {
        const Element head(xml_, "Naglowek");
        xml_.text("KodFormularza", "FA", {{"kodSystemowy", "FA (3)"}, {"wersjaSchemy", "1-0E"}});
        xml_.text("WariantFormularza", "3");
        xml_.text("DataWytworzeniaFa", invoice_.madeAt.toString());
        xml_.text("SystemInfo", Program);
    }
    void address(const Address& address) {
        const Element element(xml_, "Adres");
        text("KodKraju", address.country);
        text("AdresL1", address.line1, Long);
        text("AdresL2", address.line2, Long);
    }
    void seller() {
        const Seller& seller = invoice_.seller;
        const Element element(xml_, "Podmiot1");
        {
            const Element facts(xml_, "DaneIdentyfikacyjne");
            text("NIP", seller.nip);
            text("Nazwa", seller.name, Long);
        }
        address(seller.address);
        if (!seller.email.empty() || !seller.phone.empty()) {
            const Element contact(xml_, "DaneKontaktowe");
            text("Email", seller.email);
            text("Telefon", seller.phone, 16);
        }
    }
    void buyer() {
        const Buyer& buyer = invoice_.buyer;
        const Element element(xml_, "Podmiot2");
        {
            const Element facts(xml_, "DaneIdentyfikacyjne");
            if (!buyer.nip.empty()) {
                text("NIP", buyer.nip);
            } else if (!buyer.vatNumber.empty()) {
                text("KodUE", buyer.country);
                text("NrVatUE", buyer.vatNumber);
            } else if (!buyer.id.empty()) {
                text("KodKraju", buyer.country);
                text("NrID", buyer.id, Short);
            } else {
                text("BrakID", Yes);
            }
            text("Nazwa", buyer.name, Long);
        }
        if (!buyer.address.line1.empty() && !buyer.address.country.empty()) {
            address(buyer.address);
        }
        // The service does not record subordinate units of local government and members of VAT groups.
        text("JST", No);
        text("GV", No);
    }
    void facts() {
        text("KodWaluty", invoice_.currency.code());
        text("P_1", invoice_.date.toString());
        text("P_2", invoice_.number);
        if (invoice_.deliveredOn && *invoice_.deliveredOn != invoice_.date) {
            text("P_6", invoice_.deliveredOn->toString());
        }
    }
    void sums() {
        // Rates that share a field are added up; the fields come in the order of the schema.
        for (const char* field : {"1", "2", "3", "4", "6_1", "6_2", "6_3", "7", "8", "9", "10"}) {
            TaxSum all;
            bool there = false;
            for (const TaxSum& sum : invoice_.sums) {
                if (sum.rate.field == field) {
                    there = true;
                    all.rate = sum.rate;
                    all.net += sum.net;
                    all.tax += sum.tax;
                    all.taxPln =
                        sum.taxPln ? std::optional(all.taxPln.value_or(0) + *sum.taxPln) : all.taxPln;
                }
            }
            if (there) {
                sumOf(field, all);
            }
        }
        amount("P_15", invoice_.total, invoice_.currency);
    }
    void sumOf(const std::string& field, const TaxSum& sum) {
        amount("P_13_" + field, sum.net, invoice_.currency);
        if (sum.rate.taxed) {
            amount("P_14_" + field, sum.tax, invoice_.currency);
            if (sum.taxPln) {
                amount("P_14_" + field + 'W', *sum.taxPln, Currency::of("PLN"));
            }
        }
    }
    void notes() {
        const Element element(xml_, "Adnotacje");
        text("P_16", invoice_.cashAccounting ? Yes : No);
        text("P_17", No);
        text("P_18", invoice_.reverseCharge ? Yes : No);
        text("P_18A", invoice_.splitPayment ? Yes : No);
        {
            const Element exemption(xml_, "Zwolnienie");
            if (invoice_.exempt) {
                text("P_19", Yes);
                text((std::string("P_19") + invoice_.exempt->field).c_str(), invoice_.exempt->ground);
            } else {
                text("P_19N", Yes);
            }
        }
        {
            const Element vehicles(xml_, "NoweSrodkiTransportu");
            text("P_22N", Yes);
        }
        text("P_23", No);
        const Element margin(xml_, "PMarzy");
        text("P_PMarzyN", Yes);
    }
    void kind() {
        text("RodzajFaktury", invoice_.corrected ? "KOR" : "VAT");
        if (!invoice_.corrected) {
            return;
        }
        text("PrzyczynaKorekty", invoice_.reason);
        text("TypKorekty", std::to_string(invoice_.correctionType));
        const Corrected& first = *invoice_.corrected;
        const Element element(xml_, "DaneFaKorygowanej");
        text("DataWystFaKorygowanej", first.date.toString());
        text("NrFaKorygowanej", first.number);
        if (first.ksefNumber.empty()) {
            text("NrKSeFN", Yes);
        } else {
            text("NrKSeF", Yes);
            text("NrKSeFFaKorygowanej", first.ksefNumber);
        }
    }
    void remarks() {
        if (!plainText(invoice_.note, Usual).empty()) {
            const Element element(xml_, "DodatkowyOpis");
            text("Klucz", "Uwagi");
            text("Wartosc", invoice_.note);
        }
    }
    void line(const Line& line, std::size_t number) {
        const Element element(xml_, "FaWiersz");
        text("NrWierszaFa", std::to_string(number));
        text("UU_ID", line.id, Short);
        text("P_7", line.name, Long);
        text("Indeks", line.sku, Short);
        text("GTIN", line.gtin, 20);
        text("P_8A", line.unit);
        text("P_8B", rounded(line.quantity, QuantityDigits));
        text(invoice_.grossPrices ? "P_9B" : "P_9A", rounded(line.price, PriceDigits));
        if (line.discount != 0) {
            amount("P_10", line.discount, invoice_.currency);
        }
        amount(invoice_.grossPrices ? "P_11A" : "P_11", line.amount, invoice_.currency);
        text("P_12", line.rate.code);
        if (invoice_.exchangeRate) {
            text("KursWaluty", rounded(*invoice_.exchangeRate, QuantityDigits));
        }
    }
    static std::string rounded(const Decimal& value, int digits) {
        return value.decimals() > digits ? value.rounded(digits).toString() : value.toString();
    }
    void payment() {
        if (!invoice_.payment) {
            return;
        }
        const Payment& payment = *invoice_.payment;
        const Element element(xml_, "Platnosc");
        if (payment.paid) {
            text("Zaplacono", Yes);
            text("DataZaplaty", payment.date.toString());
        } else {
            const Element term(xml_, "TerminPlatnosci");
            text("Termin", payment.date.toString());
        }
        if (payment.form != 0) {
            text("FormaPlatnosci", std::to_string(payment.form));
        }
        if (!payment.account.empty()) {
            const Element account(xml_, "RachunekBankowy");
            text("NrRB", payment.account);
            text("SWIFT", payment.bic);
        }
    }
    void order() {
        if (!plainText(invoice_.orderNumber, Usual).empty()) {
            const Element terms(xml_, "WarunkiTransakcji");
            const Element order(xml_, "Zamowienia");
            text("NrZamowienia", invoice_.orderNumber);
        }
    }

    const Invoice& invoice_;
    XmlWriter xml_;
};

} // namespace

std::string plainText(std::string_view text, std::size_t most) {
    std::string clean;
    std::size_t count = 0;
    const std::string allowed = xml::xmlText(text);
    for (std::string_view rest = allowed; !rest.empty() && count < most;) {
        const std::size_t length = std::max<std::size_t>(firstCodePoint(rest).length, 1);
        if (!isUnwanted(firstCodePoint(rest).value)) {
            clean += rest.substr(0, length);
            ++count;
        }
        rest.remove_prefix(length);
    }
    return xml::xmlText(clean);
}

std::string writeInvoice(const Invoice& invoice) {
    return Writer(invoice).write();
}

} // namespace svc::pl_ksef
