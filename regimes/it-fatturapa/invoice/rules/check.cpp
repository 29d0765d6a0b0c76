#include "invoice/rules/check.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "invoice/rules/check_parts.hpp"
#include "rules/identifiers.hpp"

namespace svc::it_fatturapa {
namespace {

struct Rule {
    std::string_view code;
    std::string_view text;
};

constexpr std::array<Rule, 39> Rules = {{
    {"00200", "the file does not follow the schema"},
    {"00300", "IdCodice of the sender is not valid"},
    {"00301", "IdCodice of the seller is not valid"},
    {"00302", "CodiceFiscale of the seller is not valid"},
    {"00303", "IdCodice of a representative is not valid"},
    {"00304", "CodiceFiscale of the representative is not valid"},
    {"00305", "IdCodice of the buyer is not valid"},
    {"00306", "CodiceFiscale of the buyer is not valid"},
    {"00311", "CodiceDestinatario is not valid"},
    {"00312", "CodiceDestinatario is not active"},
    {"00398", "the public buyer has an office code, but the central one is used"},
    {"00399", "the public buyer is in the index, but 999999 is used"},
    {"00400", "Natura is missing while AliquotaIVA is zero"},
    {"00401", "Natura is present while AliquotaIVA is not zero"},
    {"00403", "Data is later than the day of reception"},
    {"00411", "DatiRitenuta is missing while a line has Ritenuta SI"},
    {"00413", "Natura is missing while AliquotaIVA of the social security fund is zero"},
    {"00414", "Natura is present while AliquotaIVA of the social security fund is not zero"},
    {"00415", "DatiRitenuta is missing while Ritenuta of the social security fund is SI"},
    {"00417", "IdFiscaleIVA and CodiceFiscale of the buyer are both missing"},
    {"00418", "Data is earlier than that of the linked invoice"},
    {"00419", "DatiRiepilogo is missing for a rate that is used"},
    {"00420", "Natura N6 (reverse charge) with EsigibilitaIVA S (split payment)"},
    {"00421", "Imposta is not computed by the rule"},
    {"00422", "ImponibileImporto is not computed by the rule"},
    {"00423", "PrezzoTotale is not computed by the rule"},
    {"00424", "AliquotaIVA is not given as a percentage"},
    {"00425", "Numero has no digit"},
    {"00426", "PECDestinatario is missing with CodiceDestinatario 0000000, or present with another one"},
    {"00427", "CodiceDestinatario has 7 characters with FPA12, or 6 with FPR12"},
    {"00428", "FormatoTrasmissione is not the one of the file"},
    {"00429", "Natura is missing in DatiRiepilogo while its AliquotaIVA is zero"},
    {"00430", "Natura is present in DatiRiepilogo while its AliquotaIVA is not zero"},
    {"00437", "a discount of the document has neither Percentuale nor Importo"},
    {"00438", "a discount of a line has neither Percentuale nor Importo"},
    {"00448", "the generic Natura N2, N3 or N6 is no longer allowed"},
    {"00471", "the seller is the buyer, which TD16 to TD20 do not allow"},
    {"00472", "the seller is not the buyer, as TD21 wants"},
    {"00473", "the seller is Italian, which TD17, TD18 and TD19 do not allow"},
}};

/// Numbers of other countries cannot be checked.
bool isForeign(const xml::XmlNode& id) {
    return id.textOf("IdPaese") != "IT";
}

void checkId(const std::optional<xml::XmlNode>& id, std::string_view code, std::string_view where,
             std::vector<Finding>& findings) {
    if (id && !isForeign(*id) && !isPartitaIva(id->textOf("IdCodice"))) {
        note(findings, code, where);
    }
}

void checkCode(const std::string& fiscalCode, std::string_view code, std::string_view where,
               std::vector<Finding>& findings) {
    if (!fiscalCode.empty() && !isCodiceFiscale(fiscalCode)) {
        note(findings, code, where);
    }
}

/// Checks the office code against the codes that the company has entered for this buyer.
void checkOffice(const std::string& code, const xml::XmlNode& buyer, const CheckFacts& facts,
                 std::vector<Finding>& findings) {
    constexpr std::string_view Unknown = "999999";
    const std::string vat = textAt(buyer, {"DatiAnagrafici", "IdFiscaleIVA", "IdCodice"});
    const std::string fiscal = textAt(buyer, {"DatiAnagrafici", "CodiceFiscale"});
    std::vector<Office> own;
    std::copy_if(facts.offices.begin(), facts.offices.end(), std::back_inserter(own), [&](const Office& one) {
        return !one.taxId.empty() && (one.taxId == vat || one.taxId == fiscal);
    });
    if (own.empty()) {
        return;
    }
    const auto named =
        std::find_if(own.begin(), own.end(), [&](const Office& one) { return one.code == code; });
    if (code == Unknown) {
        note(findings, "00399", "1.1.4");
    } else if (named == own.end()) {
        note(findings, "00311", "1.1.4");
    } else if (!named->active) {
        note(findings, "00312", "1.1.4");
    } else if (named->central && std::any_of(own.begin(), own.end(),
                                             [](const Office& one) { return one.active && !one.central; })) {
        note(findings, "00398", "1.1.4");
    }
}

void checkTransmission(const xml::XmlNode& root, const xml::XmlNode& header, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
    const auto sent = header.child("DatiTrasmissione");
    if (!sent) {
        return;
    }
    const auto sender = sent->child("IdTrasmittente");
    if (sender && !isForeign(*sender) && !isCodiceFiscale(sender->textOf("IdCodice"))) {
        note(findings, "00300", "1.1.1.2");
    }
    const std::string form = sent->textOf("FormatoTrasmissione");
    const std::string version = root.attribute("versione");
    if ((form != "FPA12" && form != "FPR12") || (!version.empty() && version != form)) {
        note(findings, "00428", "1.1.3");
    }
    const std::string code = sent->textOf("CodiceDestinatario");
    if ((form == "FPA12" && code.size() != 6) || (form == "FPR12" && code.size() != 7)) {
        note(findings, "00427", "1.1.4");
    }
    const bool byMail = code == "0000000";
    const bool hasMail = sent->child("PECDestinatario").has_value();
    if (byMail ? !hasMail && !facts.withoutAddress : hasMail) {
        note(findings, "00426", "1.1.6");
    }
    const auto buyer = header.child("CessionarioCommittente");
    if (form == "FPA12" && buyer) {
        checkOffice(code, *buyer, facts, findings);
    }
}

void checkParties(const xml::XmlNode& header, std::vector<Finding>& findings) {
    checkId(nodeAt(header, {"CedentePrestatore", "DatiAnagrafici", "IdFiscaleIVA"}), "00301", "1.2.1.1.2",
            findings);
    checkCode(textAt(header, {"CedentePrestatore", "DatiAnagrafici", "CodiceFiscale"}), "00302", "1.2.1.2",
              findings);
    checkId(nodeAt(header, {"RappresentanteFiscale", "DatiAnagrafici", "IdFiscaleIVA"}), "00303", "1.3.1.1.2",
            findings);
    checkCode(textAt(header, {"RappresentanteFiscale", "DatiAnagrafici", "CodiceFiscale"}), "00304",
              "1.3.1.2", findings);
    const auto buyer = nodeAt(header, {"CessionarioCommittente", "DatiAnagrafici"});
    if (!buyer) {
        return;
    }
    const auto id = buyer->child("IdFiscaleIVA");
    const std::string fiscal = buyer->textOf("CodiceFiscale");
    if (!id && fiscal.empty()) {
        note(findings, "00417", "1.4.1");
    }
    checkId(id, "00305", "1.4.1.1.2", findings);
    checkCode(fiscal, "00306", "1.4.1.2", findings);
    checkId(nodeAt(header, {"CessionarioCommittente", "RappresentanteFiscale", "IdFiscaleIVA"}), "00303",
            "1.4.4.1.2", findings);
}

} // namespace

void note(std::vector<Finding>& findings, std::string_view code, std::string_view where) {
    const auto rule =
        std::find_if(Rules.begin(), Rules.end(), [&](const Rule& one) { return one.code == code; });
    findings.push_back({std::string(code), std::string(where), std::string(rule->text)});
}

std::optional<xml::XmlNode> nodeAt(const xml::XmlNode& from, std::initializer_list<std::string_view> path) {
    std::optional<xml::XmlNode> at = from;
    for (const std::string_view name : path) {
        at = at ? at->child(name) : std::nullopt;
    }
    return at;
}

std::string textAt(const xml::XmlNode& from, std::initializer_list<std::string_view> path) {
    const auto node = nodeAt(from, path);
    return node ? node->text() : std::string();
}

void checkHeader(const xml::XmlNode& root, const CheckFacts& facts, std::vector<Finding>& findings) {
    if (const auto header = root.child("FatturaElettronicaHeader")) {
        checkTransmission(root, *header, facts, findings);
        checkParties(*header, findings);
    }
}

xml::XmlSchema invoiceSchema(const std::string& folder) {
    return xml::XmlSchema::fromFile(folder + "/FatturaPA_v1.2.2.xsd");
}

std::vector<Finding> check(std::string_view text, const xml::XmlSchema& schema, const CheckFacts& facts) {
    std::vector<Finding> findings;
    if (const auto said = schema.check(text); !said.empty()) {
        note(findings, "00200", "");
        findings.back().text += ": " + said.message;
    }
    const auto document = xml::XmlDocument::parse(text);
    if (!document) {
        return findings;
    }
    const xml::XmlNode root = document->root();
    checkHeader(root, facts, findings);
    if (const auto header = root.child("FatturaElettronicaHeader")) {
        root.eachChild("FatturaElettronicaBody",
                       [&](xml::XmlNode body) { checkBody(*header, body, facts, findings); });
    }
    return findings;
}

} // namespace svc::it_fatturapa
