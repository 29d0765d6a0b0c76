// Writes FatturaPA 1.2.2 from an EN 16931 invoice. The elements are in the order of the schema.
#include <algorithm>
#include <array>

#include <svc/text.hpp>

#include "einvoice/formats.hpp"
#include "invoice/rules/invoice.hpp"
#include "invoice/rules/texts.hpp"
#include "xml/xml_writer.hpp"

namespace svc::it_fatturapa {
namespace {

using xml::Element;

constexpr int MostDecimals = 8;

/// A quantity or price with two to eight decimals.
std::string numberText(const Decimal& number) {
    return number.toFixed(std::clamp(number.decimals(), 2, MostDecimals));
}

std::string rateText(const Decimal& rate) {
    return rate.toFixed(2);
}

/// The Italian name of a unit of Recommendation 20; the code itself when there is none.
std::string unitText(const std::string& code) {
    struct Unit {
        std::string_view code;
        std::string_view word;
    };
    constexpr std::array<Unit, 12> Units = {{{"C62", "nr"},
                                             {"H87", "pz"},
                                             {"EA", "pz"},
                                             {"HUR", "h"},
                                             {"DAY", "gg"},
                                             {"MIN", "min"},
                                             {"MON", "mese"},
                                             {"KGM", "kg"},
                                             {"LTR", "l"},
                                             {"MTR", "m"},
                                             {"MTK", "m2"},
                                             {"KMT", "km"}}};
    const auto unit =
        std::find_if(Units.begin(), Units.end(), [&](const Unit& one) { return one.code == code; });
    return unit == Units.end() ? basicText(code, 10) : std::string(unit->word);
}

class Writer {
public:
    Writer(const einvoice::Invoice& invoice, const Facts& facts)
        : invoice_(invoice), facts_(facts), format_(facts.destination.toPublic ? "FPA12" : "FPR12"),
          xml_("p:FatturaElettronica",
               {{"versione", format_},
                {"xmlns:p", "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"}}) {}

    std::string write() {
        {
            const Element header(xml_, "FatturaElettronicaHeader");
            transmission();
            seller();
            buyer();
        }
        {
            const Element body(xml_, "FatturaElettronicaBody");
            general();
            goods();
            payment();
        }
        return xml_.finish();
    }

private:
    void id(const char* name, const TaxId& one) {
        const Element element(xml_, name);
        xml_.text("IdPaese", one.country);
        xml_.text("IdCodice", one.code);
    }

    void transmission() {
        const Element element(xml_, "DatiTrasmissione");
        id("IdTrasmittente", {facts_.transmitter.country, facts_.transmitter.code});
        xml_.text("ProgressivoInvio", facts_.progress);
        xml_.text("FormatoTrasmissione", format_);
        xml_.text("CodiceDestinatario", facts_.destination.code);
        xml_.text("PECDestinatario", facts_.destination.certifiedMail);
    }

    void name(const einvoice::Party& party) {
        const Element element(xml_, "Anagrafica");
        xml_.text("Denominazione", latinText(party.name, 80));
    }

    void address(const char* name, const einvoice::Address& where) {
        const Element element(xml_, name);
        const std::string country = where.country.value_or("IT");
        const bool italian = country == "IT";
        xml_.text("Indirizzo",
                  latinText(where.line1.value_or("") + (where.line2 ? ' ' + *where.line2 : ""), 60));
        xml_.text("CAP", italian ? where.postalCode.value_or("") : "00000");
        xml_.text("Comune", latinText(where.city.value_or(""), 60));
        const std::string province = upperAscii(where.region.value_or(""));
        const bool isProvince =
            province.size() == 2 &&
            std::none_of(province.begin(), province.end(), [](char c) { return c < 'A' || c > 'Z'; });
        xml_.text("Provincia", italian && isProvince ? province : std::string());
        xml_.text("Nazione", country);
    }

    void seller() {
        const Element element(xml_, "CedentePrestatore");
        {
            const Element facts(xml_, "DatiAnagrafici");
            id("IdFiscaleIVA", facts_.sellerId);
            xml_.text("CodiceFiscale", facts_.sellerFiscalCode);
            name(invoice_.seller);
            xml_.text("RegimeFiscale", facts_.taxRegime);
        }
        address("Sede", invoice_.seller.address);
        if (const auto& entry = facts_.registration) {
            const Element rea(xml_, "IscrizioneREA");
            xml_.text("Ufficio", entry->office);
            xml_.text("NumeroREA", basicText(entry->number, 20));
            xml_.text("CapitaleSociale", entry->capital);
            xml_.text("SocioUnico", entry->owners);
            xml_.text("StatoLiquidazione", entry->inLiquidation ? "LS" : "LN");
        }
        contact();
    }

    void contact() {
        std::string phone;
        for (const char c : invoice_.seller.phone.value_or("")) {
            phone += isDigit(c) || (c == '+' && phone.empty()) ? std::string(1, c) : "";
        }
        const std::string mail = invoice_.seller.email.value_or("");
        const bool callable = phone.size() >= 5 && phone.size() <= 12;
        const bool mailable = mail.size() >= 7 && mail.size() <= 256;
        if (callable || mailable) {
            const Element element(xml_, "Contatti");
            xml_.text("Telefono", callable ? phone : std::string());
            xml_.text("Email", mailable ? mail : std::string());
        }
    }

    void buyer() {
        const Element element(xml_, "CessionarioCommittente");
        {
            const Element facts(xml_, "DatiAnagrafici");
            if (facts_.buyerId) {
                id("IdFiscaleIVA", *facts_.buyerId);
            }
            xml_.text("CodiceFiscale", facts_.buyerFiscalCode);
            name(invoice_.buyer);
        }
        address("Sede", invoice_.buyer.address);
    }

    void general() {
        const Element element(xml_, "DatiGenerali");
        document();
        const std::string order = basicText(invoice_.purchaseOrderRef.value_or(""), 20);
        if (!order.empty() || !facts_.cig.empty() || !facts_.cup.empty()) {
            const Element reference(xml_, "DatiOrdineAcquisto");
            xml_.text("IdDocumento", order.empty() ? "N.D." : order);
            xml_.text("CodiceCUP", basicText(facts_.cup, 15));
            xml_.text("CodiceCIG", basicText(facts_.cig, 15));
        }
        if (const auto& first = invoice_.preceding) {
            const Element linked(xml_, "DatiFattureCollegate");
            xml_.text("IdDocumento", basicText(first->number, 20));
            xml_.text("Data", first->date.toString());
        }
        for (const DeliveryNote& note : facts_.deliveries) {
            const Element delivery(xml_, "DatiDDT");
            xml_.text("NumeroDDT", basicText(note.number, 20));
            xml_.text("DataDDT", note.date.toString());
        }
    }

    void document() {
        const Element element(xml_, "DatiGeneraliDocumento");
        xml_.text("TipoDocumento", facts_.documentType);
        xml_.text("Divisa", invoice_.currency.code());
        xml_.text("Data", invoice_.date.toString());
        xml_.text("Numero", invoice_.number);
        if (const auto& withholding = facts_.withholding) {
            const Element withheld(xml_, "DatiRitenuta");
            xml_.text("TipoRitenuta", withholding->type);
            xml_.text("ImportoRitenuta", amountText(withheldOf(invoice_, *withholding)));
            xml_.text("AliquotaRitenuta", rateText(withholding->rate));
            xml_.text("CausalePagamento", withholding->reason);
        }
        if (facts_.stampDuty != 0) {
            const Element stamp(xml_, "DatiBollo");
            xml_.text("BolloVirtuale", "SI");
            xml_.text("ImportoBollo", amountText(facts_.stampDuty));
        }
        const einvoice::Totals& totals = invoice_.totals;
        xml_.text("ImportoTotaleDocumento", amountText(totals.withTax + totals.rounding));
        xml_.text("Arrotondamento", totals.rounding == 0 ? std::string() : amountText(totals.rounding));
        xml_.text("Causale", latinText(invoice_.note.value_or(""), 200));
    }

    void goods() {
        const Element element(xml_, "DatiBeniServizi");
        for (const einvoice::Line& line : invoice_.lines) {
            this->line(line);
        }
        for (const einvoice::Allowance& one : invoice_.allowances) {
            extra("SC", "Sconto", -one.amount, one.taxCategory, one.taxRate);
        }
        for (const einvoice::Charge& one : invoice_.charges) {
            extra("AC", latinText(one.reason, 1000), one.amount, one.taxCategory, one.taxRate);
        }
        for (const einvoice::TaxGroup& group : invoice_.taxes) {
            summary(group);
        }
    }

    void code(const char* kind, const std::string& value) {
        const Element element(xml_, "CodiceArticolo");
        xml_.text("CodiceTipo", kind);
        xml_.text("CodiceValore", latinText(value, 35));
    }

    void line(const einvoice::Line& line) {
        const Element element(xml_, "DettaglioLinee");
        xml_.text("NumeroLinea", std::to_string(++number_));
        if (line.sellerCode) {
            code("Codice Art. fornitore", *line.sellerCode);
        }
        if (line.gtin) {
            code("EAN", *line.gtin);
        }
        const std::string text = line.name + (line.description ? " - " + *line.description : "");
        xml_.text("Descrizione", latinText(text, 1000));
        // The schema has no negative quantities: reversed lines get a negative price.
        const bool negative = line.quantity.sign() < 0;
        const Decimal quantity = negative ? -line.quantity : line.quantity;
        const Decimal price = line.netPrice.shifted(-2);
        xml_.text("Quantita", numberText(quantity));
        xml_.text("UnitaMisura", unitText(line.unit));
        xml_.text("PrezzoUnitario", numberText(negative ? -price : price));
        if (line.netDiscount != 0) {
            discount(line, quantity);
        }
        xml_.text("PrezzoTotale", amountText(line.netAmount));
        taxOf(line.taxCategory, line.taxRate);
    }

    /// The discount of a line, given per unit.
    void discount(const einvoice::Line& line, const Decimal& quantity) {
        const Element element(xml_, "ScontoMaggiorazione");
        const bool less = line.netDiscount > 0;
        const Decimal whole = Decimal(less ? line.netDiscount : -line.netDiscount, 2);
        xml_.text("Tipo", less ? "SC" : "MG");
        xml_.text("Importo", numberText(Decimal::divide(whole, quantity, MostDecimals)));
    }

    void extra(const char* kind, const std::string& text, std::int64_t amount, const std::string& category,
               const Decimal& rate) {
        const Element element(xml_, "DettaglioLinee");
        xml_.text("NumeroLinea", std::to_string(++number_));
        xml_.text("TipoCessionePrestazione", kind);
        xml_.text("Descrizione", text);
        xml_.text("PrezzoUnitario", amountText(amount));
        xml_.text("PrezzoTotale", amountText(amount));
        taxOf(category, rate);
    }

    static std::string naturaOf(const std::string& category) {
        return category.starts_with('N') ? category : std::string();
    }

    void taxOf(const std::string& category, const Decimal& rate) {
        xml_.text("AliquotaIVA", rateText(rate));
        xml_.text("Ritenuta", facts_.withholding ? "SI" : "");
        xml_.text("Natura", naturaOf(category));
    }

    void summary(const einvoice::TaxGroup& group) {
        const Element element(xml_, "DatiRiepilogo");
        const std::string natura = naturaOf(group.taxCategory);
        xml_.text("AliquotaIVA", rateText(group.taxRate));
        xml_.text("Natura", natura);
        xml_.text("ImponibileImporto", amountText(group.taxable));
        xml_.text("Imposta", amountText(group.tax));
        xml_.text("EsigibilitaIVA", natura.empty() ? facts_.vatDue : std::string());
        if (!natura.empty()) {
            const std::string own = latinText(group.exemptionText.value_or(""), 100);
            xml_.text("RiferimentoNormativo", own.empty() ? std::string(lawOf(natura)) : own);
        }
    }

    /// The amount the buyer pays: without VAT under split payment, and without tax that the buyer withholds.
    std::int64_t payable() const {
        std::int64_t amount = invoice_.totals.withTax + invoice_.totals.rounding;
        amount -= facts_.vatDue == "S" ? invoice_.totals.tax : 0;
        return facts_.withholding ? amount - withheldOf(invoice_, *facts_.withholding) : amount;
    }

    void payment() {
        if (facts_.paymentMeans.empty()) {
            return;
        }
        const Element element(xml_, "DatiPagamento");
        xml_.text("CondizioniPagamento", "TP02");
        const Element detail(xml_, "DettaglioPagamento");
        xml_.text("ModalitaPagamento", facts_.paymentMeans);
        xml_.text("DataScadenzaPagamento", invoice_.dueDate ? invoice_.dueDate->toString() : std::string());
        xml_.text("ImportoPagamento", amountText(payable()));
        std::string iban = upperAscii(invoice_.payment.iban.value_or(""));
        std::erase(iban, ' ');
        xml_.text("IBAN", iban);
        const std::string bic = invoice_.payment.bic.value_or("");
        xml_.text("BIC", bic.size() == 8 || bic.size() == 11 ? bic : std::string());
        xml_.text("CodicePagamento", basicText(invoice_.payment.reference, 60));
    }

    const einvoice::Invoice& invoice_;
    const Facts& facts_;
    std::string format_;
    xml::XmlWriter xml_;
    int number_ = 0;
};

} // namespace

std::string writeInvoice(const einvoice::Invoice& invoice, const Facts& facts) {
    return Writer(invoice, facts).write();
}

} // namespace svc::it_fatturapa
