// Each of the 39 codes: a change of a published example that violates only that rule, or lists the other
// rules that it violates too.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <svc/json.hpp>

#include "invoice/rules/check.hpp"
#include "tests/samples.hpp"

namespace svc::it_fatturapa {
namespace {

using testing::codesOf;
using ::testing::ElementsAre;
using testing::example;
using ::testing::IsEmpty;
using testing::replaced;

constexpr const char* Plain = "invoice-services-period.xml";
constexpr const char* Irpef = "invoice-irpef.xml";
constexpr const char* Fund = "invoice-irpef-no-flag.xml";
constexpr const char* Note = "invoice-credit-note.xml";
constexpr const char* Public = "invoice-b2g.xml";

struct Change {
    const char* code;
    const char* base;
    std::vector<std::pair<std::string, std::string>> parts;
    std::vector<std::string> all = {}; ///< all expected codes, in order; empty: that one only
};

const std::vector<Change>& changes() {
    static const std::string Representative =
        "</CedentePrestatore><RappresentanteFiscale><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</"
        "IdPaese><IdCodice>"
        "$</IdCodice></IdFiscaleIVA><CodiceFiscale>%</CodiceFiscale><Anagrafica><Denominazione>R</"
        "Denominazione>"
        "</Anagrafica></DatiAnagrafici></RappresentanteFiscale>";
    static const auto representative = [](const std::string& id, const std::string& code) {
        return replaced(replaced(Representative, "$", id), "%", code);
    };
    static const std::string Line1 = "<PrezzoTotale>1800.00</PrezzoTotale>";
    static const std::vector<Change> All = {
        {"00200", Plain, {{"<Denominazione>MARIO LEONI</Denominazione>", ""}}},
        {"00200",
         Plain,
         {{"<Denominazione>MARIO LEONI</Denominazione>",
           "<Denominazione>M</Denominazione><Nome>M</Nome><Cognome>L</Cognome>"}}},
        {"00300", Plain, {{"<IdCodice>12345678903", "<IdCodice>12345678900"}}},
        {"00301",
         Plain,
         {{"<CedentePrestatore>\n\t\t\t<DatiAnagrafici>\n\t\t\t\t<IdFiscaleIVA>\n\t\t\t\t\t<IdPaese>IT"
           "</IdPaese>\n\t\t\t\t\t<IdCodice>12345678903",
           "<CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>"
           "12345678901"}}},
        {"00302", Fund, {{"<CodiceFiscale>CPPPPT66D17F205Z", "<CodiceFiscale>CPPPPT66D17F205A"}}},
        {"00303", Plain, {{"</CedentePrestatore>", representative("12345678900", "12345678903")}}},
        {"00303",
         Plain,
         {{"</CessionarioCommittente>",
           "<RappresentanteFiscale><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>12345678900"
           "</IdCodice></IdFiscaleIVA><Denominazione>R</Denominazione></RappresentanteFiscale>"
           "</CessionarioCommittente>"}}},
        {"00304", Plain, {{"</CedentePrestatore>", representative("12345678903", "RSSMRA80A01H501A")}}},
        {"00305", Plain, {{"<IdCodice>09876543217", "<IdCodice>09876543210"}}},
        {"00306", Fund, {{"<CodiceFiscale>11537360965", "<CodiceFiscale>11537360960"}}},
        {"00400",
         Plain,
         {{Line1 + "\n\t\t\t\t<AliquotaIVA>22.00", Line1 + "<AliquotaIVA>0.00"}},
         {"00400", "00419", "00422"}},
        {"00401",
         Plain,
         {{Line1 + "\n\t\t\t\t<AliquotaIVA>22.00</AliquotaIVA>",
           Line1 + "<AliquotaIVA>22.00</AliquotaIVA><Natura>N4</Natura>"}},
         {"00401", "00422"}},
        {"00403", Plain, {{"<Data>2023-03-02", "<Data>2026-11-25"}}},
        {"00411",
         Plain,
         {{Line1 + "\n\t\t\t\t<AliquotaIVA>22.00</AliquotaIVA>",
           Line1 + "<AliquotaIVA>22.00</AliquotaIVA><Ritenuta>SI</Ritenuta>"}}},
        {"00413", Fund, {{"<AliquotaIVA>22.00", "<AliquotaIVA>0.00"}}, {"00413", "00419", "00422"}},
        {"00414",
         Fund,
         {{"<AliquotaIVA>22.00</AliquotaIVA>", "<AliquotaIVA>22.00</AliquotaIVA><Natura>N4</Natura>"}},
         {"00414", "00422"}},
        {"00415",
         Fund,
         {{"<AliquotaIVA>22.00</AliquotaIVA>", "<AliquotaIVA>22.00</AliquotaIVA><Ritenuta>SI</Ritenuta>"},
          {"<DatiRitenuta>\n\t\t\t\t\t<TipoRitenuta>RT01</TipoRitenuta>\n\t\t\t\t\t<ImportoRitenuta>220.00"
           "</ImportoRitenuta>\n\t\t\t\t\t<AliquotaRitenuta>20.00</AliquotaRitenuta>\n\t\t\t\t\t"
           "<CausalePagamento>A</CausalePagamento>\n\t\t\t\t</DatiRitenuta>",
           ""}}},
        {"00417",
         Plain,
         {{"<DatiAnagrafici>\n\t\t\t\t<IdFiscaleIVA>\n\t\t\t\t\t<IdPaese>IT</IdPaese>\n\t\t\t\t\t"
           "<IdCodice>09876543217</IdCodice>\n\t\t\t\t</IdFiscaleIVA>",
           "<DatiAnagrafici>"}}},
        {"00418", Note, {{"<Data>2023-03-02", "<Data>2024-10-10"}}},
        {"00419",
         Plain,
         {{Line1 + "\n\t\t\t\t<AliquotaIVA>22.00", Line1 + "<AliquotaIVA>10.00"}},
         {"00419", "00422"}},
        {"00420",
         "invoice-reverse-charge.xml",
         {{"<Natura>N2.1", "<Natura>N6.9"},
          {"<Natura>N2.1", "<Natura>N6.9"},
          {"<Natura>N2.1", "<Natura>N6.9"},
          {"<Imposta>0.00</Imposta>", "<Imposta>0.00</Imposta><EsigibilitaIVA>S</EsigibilitaIVA>"}}},
        {"00421", Plain, {{"<Imposta>506.00", "<Imposta>506.02"}}},
        {"00422", Plain, {{"<ImponibileImporto>2300.00", "<ImponibileImporto>2300.02"}}},
        {"00423", Plain, {{"<PrezzoUnitario>90.00", "<PrezzoUnitario>90.01"}}},
        {"00423", Note, {{"<Importo>9.0000", "<Importo>9.0100"}}},
        {"00424",
         Plain,
         {{Line1 + "\n\t\t\t\t<AliquotaIVA>22.00", Line1 + "<AliquotaIVA>0.22"}},
         {"00424", "00419", "00422"}},
        {"00425", Plain, {{"<Numero>SAMPLE-001", "<Numero>SAMPLE"}}},
        {"00426", Plain, {{"<CodiceDestinatario>ABCDEF1", "<CodiceDestinatario>0000000"}}},
        {"00426",
         Plain,
         {{"</CodiceDestinatario>",
           "</CodiceDestinatario><PECDestinatario>libri@pec.example</PECDestinatario>"}}},
        {"00427", Plain, {{"<CodiceDestinatario>ABCDEF1", "<CodiceDestinatario>ABCDEF"}}},
        {"00427", Public, {{">0000000<", ">ABCDEF1<"}}},
        {"00428", Plain, {{"<FormatoTrasmissione>FPR12", "<FormatoTrasmissione>FPR13"}}, {"00200", "00428"}},
        {"00428", Plain, {{"versione=\"FPR12\"", "versione=\"FPA12\""}}},
        {"00429",
         Note,
         {{"<AliquotaIVA>0.00</AliquotaIVA>\n\t\t\t\t<Natura>N2.2</Natura>\n\t\t\t\t<ImponibileImporto>",
           "<AliquotaIVA>0.00</AliquotaIVA><ImponibileImporto>"}},
         {"00422", "00429"}},
        {"00430",
         Plain,
         {{"<AliquotaIVA>22.00</AliquotaIVA>\n\t\t\t\t<ImponibileImporto>",
           "<AliquotaIVA>22.00</AliquotaIVA><Natura>N4</Natura><ImponibileImporto>"}},
         {"00422", "00430"}},
        {"00437", Note, {{"<Percentuale>50.00</Percentuale>\n\t\t\t\t\t<Importo>860.00</Importo>", ""}}},
        {"00438", Plain, {{Line1, "<ScontoMaggiorazione><Tipo>SC</Tipo></ScontoMaggiorazione>" + Line1}}},
        {"00448",
         "invoice-reverse-charge.xml",
         {{"<Natura>N2.1", "<Natura>N2"}, {"<Natura>N2.1", "<Natura>N2"}, {"<Natura>N2.1", "<Natura>N2"}},
         {"00448", "00448", "00448"}},
        {"00471", Plain, {{"<TipoDocumento>TD06", "<TipoDocumento>TD16"}, {"09876543217", "12345678903"}}},
        {"00472", Plain, {{"<TipoDocumento>TD06", "<TipoDocumento>TD21"}}},
        {"00473", Plain, {{"<TipoDocumento>TD06", "<TipoDocumento>TD17"}}},
    };
    return All;
}

/// Codes that are checked against the index entries that the company has entered.
const std::set<std::string> OfOffices = {"00311", "00312", "00398", "00399"};

TEST(Rules, AreEachBrokenByOneChange) {
    for (const Change& change : changes()) {
        std::string text = example(change.base);
        for (const auto& [part, by] : change.parts) {
            text = replaced(text, part, by);
        }
        CheckFacts known = testing::facts();
        known.withoutAddress = false;
        if (change.base == std::string(Public)) {
            known.withoutAddress = true; // the example has no address at all
        }
        const std::vector<std::string> expected =
            change.all.empty() ? std::vector<std::string>{change.code} : change.all;
        EXPECT_EQ(codesOf(text, known), expected) << change.code << ' ' << change.parts.front().second;
    }
}

TEST(Rules, AreAllTested) {
    std::set<std::string> tested = OfOffices;
    for (const Change& change : changes()) {
        tested.insert(change.code);
    }
    std::set<std::string> published;
    const Json list = Json::parse(testing::fileText("sdi.json"));
    for (const Json::Member& one : list["errors"].members()) {
        published.insert(one.name);
    }
    EXPECT_EQ(published.size(), 39U);
    EXPECT_EQ(tested, published);
}

TEST(Offices, AreThoseOfTheBuyer) {
    CheckFacts known = testing::facts();
    const auto codes = [&](const std::string& code) {
        return codesOf(replaced(example(Public), ">0000000<", '>' + code + '<'), known);
    };
    EXPECT_THAT(codes("999999"), IsEmpty()) << "nothing is known of the buyer";
    known.offices = {{.taxId = "13029381004", .code = "UFCENT", .central = true, .active = true},
                     {.taxId = "13029381004", .code = "UFOLD1", .central = false, .active = false},
                     {.taxId = "12345678903", .code = "UFELSE", .central = false, .active = true}};
    EXPECT_THAT(codes("999999"), ElementsAre("00399"));
    EXPECT_THAT(codes("UFELSE"), ElementsAre("00311")) << "of another administration";
    EXPECT_THAT(codes("UFOLD1"), ElementsAre("00312"));
    EXPECT_THAT(codes("UFCENT"), IsEmpty()) << "the only one that is active";
    known.offices.push_back({.taxId = "13029381004", .code = "UFACQ1", .central = false, .active = true});
    EXPECT_THAT(codes("UFCENT"), ElementsAre("00398"));
    EXPECT_THAT(codes("UFACQ1"), IsEmpty());
}

TEST(Addresses, MayBeLeftOutWhereTheCompanySaysSo) {
    CheckFacts known = testing::facts();
    const std::string text =
        replaced(example(Plain), "<CodiceDestinatario>ABCDEF1", "<CodiceDestinatario>0000000");
    EXPECT_THAT(codesOf(text, known), ElementsAre("00426"));
    known.withoutAddress = true;
    EXPECT_THAT(codesOf(text, known), IsEmpty());
}

TEST(Amounts, MayBeOffByACent) {
    EXPECT_THAT(codesOf(replaced(example(Plain), "<Imposta>506.00", "<Imposta>506.01")), IsEmpty());
    EXPECT_THAT(codesOf(replaced(example(Plain), "<PrezzoTotale>500.00", "<PrezzoTotale>500.01")), IsEmpty());
    const std::string huge =
        replaced(replaced(example(Plain), "<Quantita>20.00", "<Quantita>999999999999.99999999"),
                 "<PrezzoUnitario>90.00", "<PrezzoUnitario>99999999999.99999999");
    EXPECT_THAT(codesOf(huge), ElementsAre("00423"));
}

} // namespace
} // namespace svc::it_fatturapa
