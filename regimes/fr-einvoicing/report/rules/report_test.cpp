// Flow 10 against the schemas of the administration, the example and its mutants.
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>

#include <gtest/gtest.h>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include <svc/json.hpp>

#include "report/rules/report.hpp"

namespace svc::fr_einvoicing {
namespace {

std::string fileOf(const std::string& name) {
    std::ifstream in(SVC_REGIME_DATA "/ereporting/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool isValid(const std::string& text) {
    const std::unique_ptr<xmlSchemaParserCtxt, void (*)(xmlSchemaParserCtxtPtr)> parser(
        xmlSchemaNewParserCtxt(SVC_REGIME_DATA "/ereporting/ereporting.xsd"), xmlSchemaFreeParserCtxt);
    const std::unique_ptr<xmlSchema, void (*)(xmlSchemaPtr)> schema(xmlSchemaParse(parser.get()),
                                                                    xmlSchemaFree);
    const std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)> document(
        xmlReadMemory(text.data(), static_cast<int>(text.size()), "report.xml", nullptr, XML_PARSE_NONET),
        xmlFreeDoc);
    if (!schema || !document) {
        ADD_FAILURE() << "the schema or the report cannot be read";
        return false;
    }
    const std::unique_ptr<xmlSchemaValidCtxt, void (*)(xmlSchemaValidCtxtPtr)> context(
        xmlSchemaNewValidCtxt(schema.get()), xmlSchemaFreeValidCtxt);
    return xmlSchemaValidateDoc(context.get(), document.get()) == 0;
}

/// The XML without blanks between elements.
std::string dense(const std::string& text) {
    return std::regex_replace(std::regex_replace(text, std::regex(">\\s+<"), "><"), std::regex("\\s+$"), "");
}

Date day(const char* text) {
    return Date::parse(text).value();
}

Report consumers() {
    return {.id = "RPT-2026-09-1",
            .madeAt = "20261001080000",
            .declarant = {"123456782", "BOULANGERIE DEMO", "1234", "PLATEFORME DEMO"},
            .from = day("2026-09-01"),
            .to = day("2026-09-10"),
            .days = {{.day = day("2026-09-01"),
                      .currency = Currency::of("EUR"),
                      .category = "TLB1",
                      .count = 210,
                      .rates = {{Decimal(55, 1), 86207, 4741}, {Decimal(20), 13793, 2759}}}}};
}

Report abroad() {
    Report report = consumers();
    report.days.clear();
    ForeignInvoice invoice{.number = "INV-7",
                           .date = day("2026-09-05"),
                           .currency = Currency::of("USD"),
                           .dueDate = day("2026-10-05"),
                           .process = "B1",
                           .sellerVat = "FR40123456782",
                           .buyer = {"0223", "DE123456789"},
                           .buyerVat = "DE123456789",
                           .buyerCountry = "DE",
                           .taxes = {{.category = "K",
                                      .rate = Decimal(0),
                                      .net = 100000,
                                      .exemption = "Livraison intracommunautaire",
                                      .exemptionCode = "VATEX-EU-IC"}}};
    report.invoices.push_back(invoice);
    invoice.number = "CRN-1";
    invoice.typeCode = 381;
    invoice.dueDate.reset();
    invoice.precedingNumber = "INV-7";
    invoice.precedingDate = day("2026-09-05");
    report.invoices.push_back(invoice);
    return report;
}

Report payments() {
    Report report = consumers();
    report.days.clear();
    report.kind = ReportKind::Payments;
    report.invoicePayments.push_back({"INV-7", day("2026-09-05"), day("2026-09-09"), {{Decimal(0), 100000}}});
    report.dayPayments.push_back({day("2026-09-02"), {{Decimal(20), 12000}, {Decimal(10), -550}}});
    return report;
}

TEST(Reports, AreWrittenAsTheExample) {
    EXPECT_EQ(dense(writeReport(consumers())), dense(fileOf("example-b2c.xml")));
}

TEST(Reports, AreValidByTheSchemas) {
    EXPECT_TRUE(isValid(fileOf("example-b2c.xml")));
    for (Report report : {consumers(), abroad(), payments()}) {
        EXPECT_TRUE(isValid(writeReport(report))) << writeReport(report);
        report.isCorrection = true;
        EXPECT_TRUE(isValid(writeReport(report)));
        EXPECT_NE(writeReport(report).find("<TypeCode>RE</TypeCode>"), std::string::npos);
    }
    Report nothing = consumers();
    nothing.days.clear();
    EXPECT_TRUE(nothing.empty());
    EXPECT_TRUE(isValid(writeReport(nothing))) << "a correction that takes everything back";
}

TEST(Reports, MutantsAreRefusedByTheSchemas) {
    const Json mutants = Json::parse(fileOf("mutants.json"));
    const std::string example = fileOf(mutants.textOr("base"));
    const std::string ours = dense(writeReport(consumers()));
    ASSERT_GT(mutants["mutants"].size(), 0U);
    for (const Json& mutant : mutants["mutants"].items()) {
        const std::string what = mutant.textOr("replace");
        for (std::string text : {example, ours}) {
            const std::size_t at = text.find(what);
            ASSERT_NE(at, std::string::npos) << what;
            text.replace(at, what.size(), mutant.textOr("by"));
            EXPECT_EQ(isValid(text), mutant["schemaValid"].boolean()) << what;
        }
    }
}

TEST(Reports, NameTheInvoicesAbroad) {
    const std::string text = dense(writeReport(abroad()));
    EXPECT_NE(text.find("<BusinessProcess><ID>B1</ID><TypeID>urn.cpro.gouv.fr:1p0:ereporting</TypeID>"),
              std::string::npos);
    EXPECT_NE(text.find("<Buyer><CompanyId schemeId=\"0223\">DE123456789</CompanyId>"
                        "<TaxRegistrationId qualifyingId=\"VAT\">DE123456789</TaxRegistrationId>"),
              std::string::npos);
    EXPECT_NE(text.find("<MonetaryTotal><TaxExclusiveAmount>1000.00</TaxExclusiveAmount>"
                        "<TaxAmount CurrencyCode=\"EUR\">0.00</TaxAmount></MonetaryTotal>"),
              std::string::npos);
    EXPECT_NE(text.find("<ReferencedDocument><ID>INV-7</ID><IssueDate>20260905</IssueDate>"),
              std::string::npos);
}

TEST(Reports, TellPaymentsByDayAndRate) {
    const std::string text = dense(writeReport(payments()));
    EXPECT_NE(text.find("<Invoice><InvoiceID>INV-7</InvoiceID><IssueDate>20260905</IssueDate><Payment>"
                        "<Date>20260909</Date><SubTotals><TaxPercent>0.00</TaxPercent>"
                        "<CurrencyCode>EUR</CurrencyCode><Amount>1000.00</Amount></SubTotals></Payment>"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("<Amount>-5.50</Amount>"), std::string::npos);
    EXPECT_EQ(text.find("TransactionsReport"), std::string::npos);
}

} // namespace
} // namespace svc::fr_einvoicing
