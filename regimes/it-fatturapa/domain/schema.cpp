#include "domain/schema.hpp"

#include <stdexcept>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include "xml/xml_bounds.hpp"
#include "xml/xml_document.hpp"

namespace svc::fatturapa {
namespace {

constexpr std::size_t LongestComplaint = 500;

void note(void* to, xmlErrorPtr error) {
    auto& said = *static_cast<std::string*>(to);
    if (error == nullptr || error->message == nullptr || said.size() > LongestComplaint) {
        return;
    }
    std::string one = error->message;
    while (!one.empty() && (one.back() == '\n' || one.back() == ' ')) {
        one.pop_back();
    }
    said += (said.empty() ? "" : "; ") + one;
}

} // namespace

void Schema::Free::operator()(_xmlSchema* schema) const {
    xmlSchemaFree(schema);
}

Schema::Schema(const std::string& folder) {
    const std::unique_ptr<xmlSchemaParserCtxt, void (*)(xmlSchemaParserCtxtPtr)> parser(
        xmlSchemaNewParserCtxt((folder + "/FatturaPA_v1.2.2.xsd").c_str()), xmlSchemaFreeParserCtxt);
    std::string said;
    xmlSchemaSetParserStructuredErrors(parser.get(), note, &said);
    schema_.reset(xmlSchemaParse(parser.get()));
    if (!schema_) {
        throw std::runtime_error("the schema of FatturaPA cannot be read: " + said);
    }
}

std::string Schema::complaint(std::string_view text) const {
    try {
        xml::checkXmlBounds(text, xml::XmlDocument::Usual);
    } catch (const xml::XmlFault& fault) {
        return fault.what();
    }
    const std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)> document(
        xmlReadMemory(text.data(), static_cast<int>(text.size()), "invoice.xml", nullptr,
                      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING),
        xmlFreeDoc);
    const std::unique_ptr<xmlSchemaValidCtxt, void (*)(xmlSchemaValidCtxtPtr)> context(
        xmlSchemaNewValidCtxt(schema_.get()), xmlSchemaFreeValidCtxt);
    if (!document || !context) {
        return "the invoice is not well-formed XML";
    }
    std::string said;
    xmlSchemaSetValidStructuredErrors(context.get(), note, &said);
    const bool fits = xmlSchemaValidateDoc(context.get(), document.get()) == 0;
    return fits ? "" : said.empty() ? "the invoice does not follow the schema" : said;
}

} // namespace svc::fatturapa
