// Validates every file against the XML schema of its format, in tests/data; needs no installed validator.
#include <memory>

#include <gtest/gtest.h>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include "einvoice/formats.hpp"
#include "einvoice/tests/samples.hpp"

namespace svc::einvoice {
namespace {

class Schema {
public:
    explicit Schema(const std::string& path) {
        const std::unique_ptr<xmlSchemaParserCtxt, void (*)(xmlSchemaParserCtxtPtr)> parser(
            xmlSchemaNewParserCtxt((std::string(SVC_SOURCE_TREE "/tests/data/einvoice/") + path).c_str()),
            xmlSchemaFreeParserCtxt);
        schema_.reset(xmlSchemaParse(parser.get()));
    }
    /// The validation error of the document, empty when it is valid.
    std::string complaint(const std::string& xml) const {
        if (!schema_) {
            return "the schema cannot be read";
        }
        const std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)> document(
            xmlReadMemory(xml.data(), static_cast<int>(xml.size()), "invoice.xml", nullptr, XML_PARSE_NONET),
            xmlFreeDoc);
        if (!document) {
            return "no well-formed XML";
        }
        const std::unique_ptr<xmlSchemaValidCtxt, void (*)(xmlSchemaValidCtxtPtr)> context(
            xmlSchemaNewValidCtxt(schema_.get()), xmlSchemaFreeValidCtxt);
        std::string said;
        xmlSchemaSetValidStructuredErrors(context.get(), note, &said);
        return xmlSchemaValidateDoc(context.get(), document.get()) == 0 ? "" : said;
    }

private:
    static void note(void* said, xmlErrorPtr error) { *static_cast<std::string*>(said) += error->message; }

    std::unique_ptr<xmlSchema, void (*)(xmlSchemaPtr)> schema_{nullptr, xmlSchemaFree};
};

TEST(Schemas, HoldForAnyInvoiceInEachFormat) {
    const Schema invoices("ubl-2.1/maindoc/UBL-Invoice-2.1.xsd");
    const Schema creditNotes("ubl-2.1/maindoc/UBL-CreditNote-2.1.xsd");
    const Schema cii("cii-d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd");
    std::mt19937_64 random(16931);
    for (int i = 0; i < 100; ++i) {
        const Invoice invoice = samples::randomInvoice(random);
        for (const Profile profile : {Profile::En16931, Profile::Peppol, Profile::XRechnung}) {
            const Schema& ubl = invoice.isCreditNote() ? creditNotes : invoices;
            ASSERT_EQ(ubl.complaint(writeUbl(invoice, profile)), "") << "invoice " << i;
            ASSERT_EQ(cii.complaint(writeCii(invoice, profile)), "") << "invoice " << i;
        }
    }
}

TEST(Schemas, RefuseAnElementOutOfItsPlace) {
    const Schema invoices("ubl-2.1/maindoc/UBL-Invoice-2.1.xsd");
    std::string xml = writeUbl(samples::invoice({{}}), Profile::Peppol);
    for (std::size_t at = 0; (at = xml.find("cbc:ProfileID", at)) != std::string::npos;) {
        xml.replace(at, 13, "cbc:UBLVersionID");
    }
    EXPECT_NE(invoices.complaint(xml), "");
}

} // namespace
} // namespace svc::einvoice
