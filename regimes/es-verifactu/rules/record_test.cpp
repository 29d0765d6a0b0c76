// Records against the published hashes and the schema of the tax agency.
#include <memory>

#include <gtest/gtest.h>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include <svc/testing/vectors.hpp>

#include "rules/message.hpp"
#include "rules/record.hpp"
#include "rules/vectors.hpp"
#include "xml/xml_document.hpp"

namespace svc::es_verifactu {
namespace {

/// 01-02-2024
Date dateOf(const std::string& text) {
    return Date::parse(text.substr(6, 4) + '-' + text.substr(3, 2) + '-' + text.substr(0, 2)).value();
}

/// The schema errors of a message; empty when it is valid.
std::string complaint(const std::string& message) {
    const std::unique_ptr<xmlSchemaParserCtxt, void (*)(xmlSchemaParserCtxtPtr)> parser(
        xmlSchemaNewParserCtxt(SVC_VERIFACTU_DATA "/SuministroLR.xsd"), xmlSchemaFreeParserCtxt);
    const std::unique_ptr<xmlSchema, void (*)(xmlSchemaPtr)> schema(xmlSchemaParse(parser.get()),
                                                                    xmlSchemaFree);
    const std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)> document(
        xmlReadMemory(message.data(), static_cast<int>(message.size()), "message.xml", nullptr,
                      XML_PARSE_NONET),
        xmlFreeDoc);
    if (!schema || !document) {
        return "the schema or the message cannot be read";
    }
    const xmlNode* body = xmlLastElementChild(xmlDocGetRootElement(document.get()));
    const std::unique_ptr<xmlSchemaValidCtxt, void (*)(xmlSchemaValidCtxtPtr)> context(
        xmlSchemaNewValidCtxt(schema.get()), xmlSchemaFreeValidCtxt);
    std::string said;
    xmlSchemaSetValidStructuredErrors(
        context.get(), [](void* to, xmlErrorPtr error) { *static_cast<std::string*>(to) += error->message; },
        &said);
    xmlNode* content = xmlFirstElementChild(const_cast<xmlNode*>(body));
    return xmlSchemaValidateOneElement(context.get(), content) == 0 ? "" : said + " refused";
}

const System Program{"Maker, S.L.", "B12345674", "SVC", "01", "1.0.0", "383"};
constexpr const char* Time = "2026-11-20T10:12:01+01:00";

Registration invoice() {
    return {.invoice = {"89890001K", "INV-2026-000001", dateOf("20-11-2026")},
            .issuerName = "Taller & Hijos",
            .type = "F1",
            .description = "Coffee",
            .recipient = Recipient{.name = "Cliente", .nif = "B12345674"},
            .tax = "01",
            .taxes = {{.scheme = "01", .qualification = "S1", .rate = "21", .base = 10000, .tax = 2100}},
            .taxTotal = 2100,
            .total = 12100};
}

TEST(Vectors, OfHashesAndTheAddress) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS, checkVector);
}

TEST(Amounts, HaveTwoDecimals) {
    EXPECT_EQ(amountText(0), "0.00");
    EXPECT_EQ(amountText(-5), "-0.05");
    EXPECT_EQ(amountText(12345), "123.45");
    EXPECT_EQ(amountText(INT64_MIN), "-92233720368547758.08");
}

TEST(Records, FitTheSchema) {
    Registration one = invoice();
    const Sealed first = sealRegistration(one, std::nullopt, Program, Time);
    const Previous before{one.invoice, first.hash};
    std::vector<std::string> records = {first.xml};

    one.again = true;
    one.recipient = Recipient{.name = "Kunde GmbH", .country = "", .idType = "02", .id = "DE123456789"};
    one.taxes = {{.scheme = "01", .exemption = "E5", .base = 10000}};
    records.push_back(sealRegistration(one, before, Program, Time).xml);

    one.recipient = Recipient{.name = "Buyer", .country = "US", .idType = "04", .id = "12-3456789"};
    one.taxes = {{.scheme = "02", .exemption = "E2", .base = 1},
                 {.scheme = "01", .qualification = "N2", .base = 2},
                 {.scheme = "01", .qualification = "S2", .rate = "0", .base = 3}};
    records.push_back(sealRegistration(one, before, Program, Time).xml);

    one.again = false;
    one.type = "F2";
    one.recipient.reset();
    one.unidentified = true;
    records.push_back(sealRegistration(one, before, Program, Time).xml);

    Registration note = invoice();
    note.type = "R1";
    note.corrected = one.invoice;
    note.taxes[0].base = -10000;
    note.taxes[0].tax = -2100;
    note.total = -12100;
    note.description = std::string(600, 'x');
    records.push_back(sealRegistration(note, before, Program, Time).xml);
    records.push_back(sealAnnulment(one.invoice, before, Program, Time).xml);
    EXPECT_EQ(complaint(messageOf("Taller & Hijos", "89890001K", records)), "");
    EXPECT_EQ(complaint(messageOf(std::string(200, '&'), "89890001K", records)), "") << "a long legal name";
    EXPECT_NE(complaint(messageOf("Taller", "short", records)), "") << "the schema is looked at";
}

TEST(Records, NameTheOneBefore) {
    const Sealed first = sealRegistration(invoice(), std::nullopt, Program, Time);
    const auto document = xml::XmlDocument::parse(first.xml);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root().find("PrimerRegistro")->text(), "S");
    EXPECT_EQ(document->root().textOf("Huella"), first.hash);
    const auto second = xml::XmlDocument::parse(
        sealAnnulment(invoice().invoice, Previous{invoice().invoice, first.hash}, Program, Time).xml);
    EXPECT_EQ(second->root().find("RegistroAnterior")->textOf("Huella"), first.hash);
}

TEST(Descriptions, AreCutBetweenCharacters) {
    Registration one = invoice();
    for (int i = 0; i < 600; ++i) {
        one.description += "é";
    }
    const auto document = xml::XmlDocument::parse(sealRegistration(one, std::nullopt, Program, Time).xml);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root().textOf("DescripcionOperacion").size(), 6U + 2U * 494U);
}

} // namespace
} // namespace svc::es_verifactu
