// Rules of SdI about one invoice.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "invoice/rules/check_parts.hpp"

namespace svc::it_fatturapa {
namespace {

/// SdI accepts a difference of one cent in computed amounts.
const Decimal Tolerance(1, 2);

/// A number of the schema, with leading zeros allowed. Zero for a text that is no number: the schema check
/// has reported it.
Decimal numberOf(std::string text) {
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    while (text.size() > sign + 1 && text[sign] == '0' && text[sign + 1] != '.') {
        text.erase(sign, 1);
    }
    return Decimal::parse(text).value_or(Decimal());
}

Decimal numberIn(const xml::XmlNode& node, std::string_view name) {
    return numberOf(node.textOf(name));
}

bool differs(const Decimal& a, const Decimal& b) {
    const Decimal off = a - b;
    return (off.sign() < 0 ? -off : off) > Tolerance;
}

/// Key of a tax summary: the rate and, for rate zero, the Natura.
using TaxKey = std::pair<std::string, std::string>;

class BodyCheck {
public:
    BodyCheck(const xml::XmlNode& header, const xml::XmlNode& body, const CheckFacts& facts,
              std::vector<Finding>& findings)
        : header_(header), body_(body), facts_(facts), findings_(findings) {}

    void run() {
        const auto general = nodeAt(body_, {"DatiGenerali", "DatiGeneraliDocumento"});
        if (!general) {
            return;
        }
        document(*general);
        parties(general->textOf("TipoDocumento"));
        const bool withheld = general->child("DatiRitenuta").has_value();
        general->eachChild("DatiCassaPrevidenziale",
                           [&](xml::XmlNode fund) { socialSecurity(fund, withheld); });
        general->eachChild("ScontoMaggiorazione",
                           [&](xml::XmlNode one) { discount(one, "00437", "2.1.1.8"); });
        if (const auto goods = body_.child("DatiBeniServizi")) {
            goods->eachChild("DettaglioLinee", [&](xml::XmlNode line) {
                try {
                    this->line(line, withheld);
                } catch (const DecimalError&) {
                    add("00423", "2.2.1.11"); // the product has more digits than any amount
                }
            });
            summaries(*goods);
        }
    }

private:
    void add(std::string_view code, std::string_view where) { note(findings_, code, where); }

    void document(const xml::XmlNode& general) {
        const auto date = Date::parse(general.textOf("Data").substr(0, 10));
        if (date && *date > facts_.today) {
            add("00403", "2.1.1.3");
        }
        const std::string number = general.textOf("Numero");
        if (std::none_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; })) {
            add("00425", "2.1.1.4");
        }
        if (const auto all = body_.child("DatiGenerali"); all && date) {
            all->eachChild("DatiFattureCollegate", [&](xml::XmlNode linked) {
                const auto earlier = Date::parse(linked.textOf("Data").substr(0, 10));
                if (earlier && *date < *earlier) {
                    add("00418", "2.1.1.3");
                }
            });
        }
    }

    /// The identifier of a party: its VAT number, else its fiscal code.
    std::string idOf(std::string_view party) const {
        const auto facts = nodeAt(header_, {party, "DatiAnagrafici"});
        if (!facts) {
            return {};
        }
        const auto id = facts->child("IdFiscaleIVA");
        return id ? id->textOf("IdPaese") + id->textOf("IdCodice") : "IT" + facts->textOf("CodiceFiscale");
    }

    void parties(const std::string& type) {
        const std::string seller = idOf("CedentePrestatore");
        const bool same = seller == idOf("CessionarioCommittente");
        const auto isOneOf = [&](std::initializer_list<std::string_view> types) {
            return std::find(types.begin(), types.end(), type) != types.end();
        };
        if (same && isOneOf({"TD16", "TD17", "TD18", "TD19", "TD20"})) {
            add("00471", "1.2.1");
        }
        if (!same && type == "TD21") {
            add("00472", "1.2.1");
        }
        if (seller.starts_with("IT") && isOneOf({"TD17", "TD18", "TD19"})) {
            add("00473", "1.2.1.1.1");
        }
    }

    void rateAndReason(const xml::XmlNode& node, std::string_view missing, std::string_view present,
                       std::string_view rateAt, std::string_view reasonAt) {
        const Decimal rate = numberIn(node, "AliquotaIVA");
        const std::string reason = node.textOf("Natura");
        if (rate.isZero() && reason.empty()) {
            add(missing, reasonAt);
        }
        if (!rate.isZero() && !reason.empty()) {
            add(present, reasonAt);
        }
        if (rate.sign() > 0 && rate < Decimal(1)) {
            add("00424", rateAt);
        }
        if (reason == "N2" || reason == "N3" || reason == "N6") {
            add("00448", reasonAt);
        }
    }

    static TaxKey keyOf(const xml::XmlNode& node) {
        return {numberIn(node, "AliquotaIVA").toFixed(2), node.textOf("Natura")};
    }

    void socialSecurity(const xml::XmlNode& fund, bool withheld) {
        rateAndReason(fund, "00413", "00414", "2.1.1.7.5", "2.1.1.7.7");
        if (fund.textOf("Ritenuta") == "SI" && !withheld) {
            add("00415", "2.1.1.7.6");
        }
        sums_[keyOf(fund)] += numberIn(fund, "ImportoContributoCassa");
    }

    void discount(const xml::XmlNode& one, std::string_view code, std::string_view where) {
        if (!one.child("Percentuale") && !one.child("Importo")) {
            add(code, where);
        }
    }

    void line(const xml::XmlNode& line, bool withheld) {
        const Decimal total = numberIn(line, "PrezzoTotale");
        sums_[keyOf(line)] += total;
        Decimal price = numberIn(line, "PrezzoUnitario");
        line.eachChild("ScontoMaggiorazione", [&](xml::XmlNode one) {
            discount(one, "00438", "2.2.1.10");
            const Decimal part = one.child("Importo")
                                     ? numberIn(one, "Importo")
                                     : (price * numberIn(one, "Percentuale")).shifted(-2).rounded(8);
            price += one.textOf("Tipo") == "SC" ? -part : part;
        });
        const Decimal quantity = line.child("Quantita") ? numberIn(line, "Quantita") : Decimal(1);
        if (differs(price * quantity, total)) {
            add("00423", "2.2.1.11");
        }
        if (line.textOf("Ritenuta") == "SI" && !withheld) {
            add("00411", "2.2.1.13");
        }
        rateAndReason(line, "00400", "00401", "2.2.1.12", "2.2.1.14");
    }

    void summaries(const xml::XmlNode& goods) {
        std::map<TaxKey, Decimal> told;
        std::map<std::string, int> rates;
        goods.eachChild("DatiRiepilogo", [&](xml::XmlNode one) {
            told[keyOf(one)] += numberIn(one, "ImponibileImporto") - numberIn(one, "Arrotondamento");
            ++rates[keyOf(one).first];
        });
        for (const auto& [key, sum] : sums_) {
            if (!rates.contains(key.first)) {
                add("00419", "2.2.2");
            }
        }
        for (const auto& [key, sum] : told) {
            if (differs(sum, sums_[key])) {
                add("00422", "2.2.2.5");
            }
        }
        goods.eachChild("DatiRiepilogo", [&](xml::XmlNode one) { summary(one); });
    }

    void summary(const xml::XmlNode& one) {
        const Decimal tax = (numberIn(one, "ImponibileImporto") * numberIn(one, "AliquotaIVA")).shifted(-2);
        if (differs(tax.rounded(2), numberIn(one, "Imposta"))) {
            add("00421", "2.2.2.6");
        }
        rateAndReason(one, "00429", "00430", "2.2.2.1", "2.2.2.2");
        if (one.textOf("Natura").starts_with("N6") && one.textOf("EsigibilitaIVA") == "S") {
            add("00420", "2.2.2.2");
        }
    }

    const xml::XmlNode& header_;
    const xml::XmlNode& body_;
    const CheckFacts& facts_;
    std::vector<Finding>& findings_;
    std::map<TaxKey, Decimal> sums_; ///< of lines and funds
};

} // namespace

void checkBody(const xml::XmlNode& header, const xml::XmlNode& body, const CheckFacts& facts,
               std::vector<Finding>& findings) {
    BodyCheck(header, body, facts, findings).run();
}

} // namespace svc::it_fatturapa
