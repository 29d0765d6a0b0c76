// Written files against the schema and the rules of SdI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "einvoice/terms.hpp"
#include "invoice/rules/invoice.hpp"
#include "tests/samples.hpp"
#include "trade/tax.hpp"
#include "xml/xml_document.hpp"

namespace svc::it_fatturapa {
namespace {

using ::testing::IsEmpty;

einvoice::Line line(const char* name, const char* quantity, const char* cents, const char* category,
                    const char* rate) {
    einvoice::Line line;
    line.name = name;
    line.quantity = Decimal::parse(quantity).value();
    line.unitPrice = Decimal::parse(cents).value();
    line.taxCategory = category;
    line.taxRate = Decimal::parse(rate).value();
    line.amount = trade::lineAmount(line.quantity, line.unitPrice, {});
    return line;
}

einvoice::Address address(const char* street, const char* code, const char* city, const char* region,
                          const char* country) {
    einvoice::Address address;
    address.line1 = street;
    address.postalCode = code;
    address.city = city;
    address.region = region;
    address.country = country;
    return address;
}

einvoice::Invoice invoiceOf(std::vector<einvoice::Line> lines,
                            const std::vector<einvoice::BookedGroup>& groups) {
    einvoice::Invoice invoice;
    invoice.number = "INV-2026-000123";
    invoice.date = Date::parse("2026-11-20").value();
    invoice.dueDate = Date::parse("2026-12-20").value();
    invoice.currency = invoice.bookCurrency = Currency::of("EUR");
    invoice.seller.name = "Libert\xc3\xa0 & Figli S.r.l.";
    invoice.seller.address = address("Via Roma 1", "00100", "Roma", "RM", "IT");
    invoice.seller.phone = "+39 06 555 1234";
    invoice.seller.email = "fatture@liberta.example";
    invoice.buyer.name = "\xc5\x81ukasz \xe2\x80\x9c"
                         "Bar\xe2\x80\x9d";
    invoice.buyer.address = address("Corso Italia 2", "50100", "Firenze", "Toscana", "IT");
    invoice.buyer.address.line2 = "scala B";
    invoice.payment.code = "58";
    invoice.payment.iban = "IT60 X054 2811 1010 0000 0123 456";
    invoice.payment.bic = "BCITITMM";
    invoice.payment.reference = invoice.number;
    invoice.lines = std::move(lines);
    einvoice::deriveTerms(invoice, groups);
    return invoice;
}

Facts facts() {
    Facts facts;
    facts.transmitter = {"IT", "12345678903"};
    facts.progress = "00001";
    facts.destination = destinationOf("0205:abcdef1", "IT");
    facts.sellerId = {"IT", "12345678903"};
    facts.taxRegime = "RF01";
    facts.buyerId = TaxId{"IT", "09876543217"};
    facts.documentType = "TD01";
    facts.paymentMeans = "MP05";
    return facts;
}

einvoice::Invoice plain() {
    return invoiceOf({line("Caff\xc3\xa8", "2", "12000", "S", "22"), line("Posa", "1.5", "4000", "S", "10")},
                     {{"S", Decimal(22), 24000, 5280}, {"S", Decimal(10), 6000, 600}});
}

/// Writes the invoice and reads it back; fails the test when the schema or a rule is violated.
xml::XmlDocument written(const einvoice::Invoice& invoice, const Facts& facts) {
    const std::string text = writeInvoice(invoice, facts);
    EXPECT_EQ(testing::schema().check(text).message, "") << text;
    EXPECT_THAT(testing::codesOf(text), IsEmpty()) << text;
    return xml::XmlDocument::read(text);
}

std::string textOf(const xml::XmlDocument& document, std::string_view name) {
    const auto node = document.root().find(name);
    return node ? node->text() : std::string();
}

TEST(Invoice, IsThatOfAPrivateBuyer) {
    const auto document = written(plain(), facts());
    EXPECT_EQ(document.root().attribute("versione"), "FPR12");
    EXPECT_EQ(textOf(document, "CodiceDestinatario"), "ABCDEF1");
    EXPECT_EQ(textOf(document, "ImportoTotaleDocumento"), "358.80");
    EXPECT_EQ(textOf(document, "Telefono"), "+39065551234");
    EXPECT_EQ(document.root().find("CessionarioCommittente")->find("Denominazione")->text(),
              "Lukasz \"Bar\"");
    EXPECT_EQ(document.root().find("CessionarioCommittente")->find("Provincia"), std::nullopt)
        << "a region is no province";
    const auto first = document.root().find("DettaglioLinee");
    EXPECT_EQ(first->textOf("Quantita"), "2.00");
    EXPECT_EQ(first->textOf("PrezzoUnitario"), "120.00");
    EXPECT_EQ(first->textOf("PrezzoTotale"), "240.00");
    EXPECT_EQ(textOf(document, "IBAN"), "IT60X0542811101000000123456");
    EXPECT_EQ(textOf(document, "ImportoPagamento"), "358.80");
    EXPECT_EQ(textOf(document, "DataScadenzaPagamento"), "2026-12-20");
}

TEST(Invoice, TakesTaxOutOfPricesThatIncludeIt) {
    einvoice::Invoice invoice = plain();
    invoice.pricesIncludeTax = true;
    invoice.lines = {line("T\xc3\xa8", "3", "333", "S", "22"), line("Torta", "7", "1", "S", "22")};
    einvoice::deriveTerms(invoice, {{"S", Decimal(22), 825, 181}});
    const auto document = written(invoice, facts());
    EXPECT_EQ(textOf(document, "ImportoTotaleDocumento"), "10.06");
    EXPECT_EQ(textOf(document, "ImponibileImporto"), "8.24")
        << "22 % of 8.25 would be 1.82, and 1.81 is booked";
    EXPECT_EQ(textOf(document, "Imposta"), "1.81");
    EXPECT_EQ(textOf(document, "Arrotondamento"), "0.01");
}

TEST(Invoice, HasDiscountsOfLinesAndOfTheWhole) {
    einvoice::Line reduced = line("Macchina", "3", "10000", "S", "22");
    reduced.discountPercent = Decimal(10);
    reduced.amount = trade::lineAmount(reduced.quantity, reduced.unitPrice, {.percent = Decimal(10)});
    const auto document = written(
        invoiceOf({reduced, line("Reso", "-1", "5000", "S", "22")}, {{"S", Decimal(22), 21000, 4620}}),
        facts());
    const auto goods = document.root().find("DatiBeniServizi");
    std::vector<std::string> totals;
    goods->eachChild("DettaglioLinee",
                     [&](xml::XmlNode one) { totals.push_back(one.textOf("PrezzoTotale")); });
    EXPECT_EQ(totals, (std::vector<std::string>{"270.00", "-50.00", "-10.00"}));
    EXPECT_EQ(goods->find("ScontoMaggiorazione")->textOf("Importo"), "10.00") << "for one unit";
}

TEST(Invoice, GivesReasonsWhereThereIsNoRate) {
    einvoice::Invoice invoice =
        invoiceOf({line("Corso", "1", "8000", "N4", "0"), line("Bolli", "1", "200", "N1", "0"),
                   line("Libro", "1", "1000", "S", "4")},
                  {{"N4", Decimal(), 8000, 0}, {"N1", Decimal(), 200, 0}, {"S", Decimal(4), 1000, 40}});
    Facts with = facts();
    with.stampDuty = stampDutyOf(invoice, {});
    EXPECT_EQ(with.stampDuty, 200);
    const auto document = written(invoice, with);
    EXPECT_EQ(textOf(document, "ImportoBollo"), "2.00");
    std::vector<std::string> reasons;
    document.root().find("DatiBeniServizi")->eachChild("DatiRiepilogo", [&](xml::XmlNode one) {
        reasons.push_back(one.textOf("Natura") + ' ' + one.textOf("RiferimentoNormativo"));
    });
    EXPECT_EQ(reasons, (std::vector<std::string>{"N4 Esenti ex art. 10 DPR 633/72",
                                                 "N1 Escluse ex art. 15 DPR 633/72", " "}));
    invoice.taxes[0].taxable = 7747;
    EXPECT_EQ(stampDutyOf(invoice, {}), 0) << "77.47 is not above it, and N1 is not subject";
    EXPECT_EQ(stampDutyOf(invoice, {.kinds = {"N1", "N4"}}), 200);
}

TEST(Invoice, ToAPublicBuyerSplitsThePayment) {
    Facts with = facts();
    with.destination = destinationOf("0201:UFABC1", "IT");
    with.vatDue = "S";
    with.registration = Registration{"RM", "123456", "10000.00", "SU", false};
    einvoice::Invoice invoice = plain();
    std::string order = "ODA-12 CIG:ZB98B4A235 CUP:J51B21004880007";
    takePublicCodes(order, with.cig, with.cup);
    EXPECT_EQ(order, "ODA-12");
    invoice.purchaseOrderRef = order;
    const auto document = written(invoice, with);
    EXPECT_EQ(document.root().attribute("versione"), "FPA12");
    EXPECT_EQ(textOf(document, "CodiceCIG"), "ZB98B4A235");
    EXPECT_EQ(textOf(document, "CodiceCUP"), "J51B21004880007");
    EXPECT_EQ(textOf(document, "EsigibilitaIVA"), "S");
    EXPECT_EQ(textOf(document, "ImportoTotaleDocumento"), "358.80");
    EXPECT_EQ(textOf(document, "ImportoPagamento"), "300.00") << "the VAT is paid to the state";
}

TEST(Invoice, OfAProfessionalWithholdsTax) {
    Facts with = facts();
    with.withholding = Withholding{"RT01", Decimal(20), "A"};
    const auto document = written(plain(), with);
    EXPECT_EQ(textOf(document, "ImportoRitenuta"), "60.00");
    EXPECT_EQ(textOf(document, "ImportoPagamento"), "298.80");
}

TEST(Invoice, AbroadHasNoItalianPlaces) {
    einvoice::Invoice invoice =
        invoiceOf({line("Services", "20", "9000", "N2.1", "0")}, {{"N2.1", Decimal(), 180000, 0}});
    invoice.buyer.address = address("Friedrichstrasse 10", "10117", "Berlin", "BE", "DE");
    Facts with = facts();
    with.destination = destinationOf(std::nullopt, "DE");
    with.buyerId = TaxId{"DE", "111111125"};
    const auto document = written(invoice, with);
    EXPECT_EQ(textOf(document, "CodiceDestinatario"), "XXXXXXX");
    const auto buyer = document.root().find("CessionarioCommittente");
    EXPECT_EQ(buyer->find("CAP")->text(), "00000");
    EXPECT_EQ(buyer->find("Provincia"), std::nullopt);
}

TEST(Invoice, CorrectsAnotherOne) {
    einvoice::Invoice note = plain();
    note.typeCode = 381;
    note.number = "CRN-2026-000005";
    note.preceding = einvoice::Preceding{"INV-2026-000123", Date::parse("2026-11-01").value()};
    note.note = "Merce resa";
    Facts with = facts();
    with.documentType = "TD04";
    with.paymentMeans.clear();
    const auto document = written(note, with);
    EXPECT_EQ(textOf(document, "TipoDocumento"), "TD04");
    EXPECT_EQ(document.root().find("DatiFattureCollegate")->textOf("IdDocumento"), "INV-2026-000123");
    EXPECT_EQ(textOf(document, "Causale"), "Merce resa");
    EXPECT_EQ(textOf(document, "ImportoTotaleDocumento"), "358.80") << "amounts of credit notes are positive";
    EXPECT_EQ(document.root().find("DatiPagamento"), std::nullopt);
}

TEST(Invoice, OfEarlierDeliveriesNamesTheirNotes) {
    Facts with = facts();
    with.documentType = "TD24";
    with.deliveries = {{"DLV-2026-000001", Date::parse("2026-11-03").value()},
                       {"DLV-2026-000002", Date::parse("2026-11-04").value()}};
    const auto document = written(plain(), with);
    EXPECT_EQ(textOf(document, "NumeroDDT"), "DLV-2026-000001");
}

TEST(Destinations, FollowTheElectronicAddress) {
    EXPECT_TRUE(destinationOf("0201:ufabc1", "IT").toPublic);
    EXPECT_EQ(destinationOf("0201:ufabc1", "IT").code, "UFABC1");
    EXPECT_EQ(destinationOf("0202:libri@pec.example", "IT").certifiedMail, "libri@pec.example");
    EXPECT_EQ(destinationOf("0202:libri@pec.example", "IT").code, "0000000");
    EXPECT_EQ(destinationOf("0211:IT09876543217", "IT").code, "0000000") << "an address of another network";
    EXPECT_EQ(destinationOf(std::nullopt, "IT").code, "0000000");
    EXPECT_EQ(destinationOf(std::nullopt, "").code, "0000000");
    EXPECT_EQ(destinationOf("9930:DE111111125", "DE").code, "XXXXXXX");
}

TEST(Laws, AreKnownForEveryReason) {
    for (const char* natura :
         {"N1",   "N2.1", "N2.2", "N3.1", "N3.2", "N3.3", "N3.4", "N3.5", "N3.6", "N4", "N5",
          "N6.1", "N6.2", "N6.3", "N6.4", "N6.5", "N6.6", "N6.7", "N6.8", "N6.9", "N7"}) {
        EXPECT_FALSE(lawOf(natura).empty()) << natura;
        EXPECT_LE(lawOf(natura).size(), 100U) << natura;
    }
    EXPECT_TRUE(lawOf("N8").empty());
}

} // namespace
} // namespace svc::it_fatturapa
