#include "xml/xml_schema.hpp"

#include <limits>
#include <stdexcept>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include "xml/xml_bounds.hpp"
#include "xml/xml_writer.hpp"

namespace svc::xml {
namespace {

using Parser = std::unique_ptr<xmlSchemaParserCtxt, void (*)(xmlSchemaParserCtxtPtr)>;

void collect(void* to, xmlErrorPtr error) {
    *static_cast<std::string*>(to) += xmlText(error->message == nullptr ? "" : error->message) + ' ';
}

_xmlSchema* parsed(xmlSchemaParserCtxtPtr context) {
    const Parser parser(context, xmlSchemaFreeParserCtxt);
    std::string said;
    xmlSchemaSetParserStructuredErrors(context, collect, &said);
    xmlSchema* schema = parser ? xmlSchemaParse(parser.get()) : nullptr;
    if (schema == nullptr) {
        throw std::runtime_error("an XML schema cannot be read: " + said);
    }
    return schema;
}

void note(void* to, xmlErrorPtr error) {
    auto& said = *static_cast<XmlSchema::Complaint*>(to);
    const auto* node = static_cast<const xmlNode*>(error->node);
    if (said.message.empty() && node != nullptr && node->name != nullptr) {
        said.element = reinterpret_cast<const char*>(node->name);
    }
    said.message +=
        (said.message.empty() ? "" : " ") + xmlText(error->message == nullptr ? "" : error->message);
}

} // namespace

void XmlSchema::Free::operator()(_xmlSchema* schema) const {
    xmlSchemaFree(schema);
}

XmlSchema XmlSchema::fromFile(const std::string& path) {
    return XmlSchema(parsed(xmlSchemaNewParserCtxt(path.c_str())));
}

XmlSchema XmlSchema::fromText(std::string_view text) {
    return XmlSchema(parsed(xmlSchemaNewMemParserCtxt(text.data(), static_cast<int>(text.size()))));
}

XmlSchema::Complaint XmlSchema::check(std::string_view document) const {
    Complaint said;
    try {
        checkXmlBounds(document);
    } catch (const XmlFault& fault) {
        return {{}, fault.what()};
    }
    constexpr int Options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    const std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)> tree(
        document.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())
            ? nullptr
            : xmlReadMemory(document.data(), static_cast<int>(document.size()), "document.xml", nullptr,
                            Options),
        xmlFreeDoc);
    if (!tree) {
        return {{}, "XML that is not well formed"};
    }
    const std::unique_ptr<xmlSchemaValidCtxt, void (*)(xmlSchemaValidCtxtPtr)> context(
        xmlSchemaNewValidCtxt(schema_.get()), xmlSchemaFreeValidCtxt);
    xmlSchemaSetValidStructuredErrors(context.get(), note, &said);
    if (xmlSchemaValidateDoc(context.get(), tree.get()) != 0 && said.message.empty()) {
        said.message = "the schema refuses the document";
    }
    return said;
}

} // namespace svc::xml
