#include "formats/xml_reader.hpp"

#include <cstring>
#include <mutex>

#include <svc/text.hpp>

#include "statement/rules/statement.hpp"
#include "xml/xml_bounds.hpp"

namespace svc::bank {

namespace {

xmlParserInputPtr nothingFromOutside(const char*, const char*, xmlParserCtxtPtr) {
    return nullptr;
}

void silence(void*, const char*, xmlParserSeverities, xmlTextReaderLocatorPtr) {}

std::string_view view(const xmlChar* text) {
    return text == nullptr ? std::string_view{} : reinterpret_cast<const char*>(text);
}

/// Most comparisons fail: the first character is compared before the length.
bool isElement(xmlNodePtr node, std::string_view name) {
    const char* own = reinterpret_cast<const char*>(node->name);
    return node->type == XML_ELEMENT_NODE && own[0] == name[0] &&
           std::strncmp(own, name.data(), name.size()) == 0 && own[name.size()] == '\0';
}

} // namespace

XmlReader::XmlReader(std::string_view bytes) : bytes_(bytes) {
    try {
        xml::checkXmlBounds(bytes);
    } catch (const xml::XmlFault& fault) {
        throw FileError::at(fault.line(), fault.column(), fault.reason(), fault.what());
    }
    static std::once_flag once;
    std::call_once(once, [] {
        xmlInitParser();
        xmlSetExternalEntityLoader(nothingFromOutside);
    });
    reader_.reset(xmlReaderForMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr,
                                     XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                                         XML_PARSE_COMPACT | XML_PARSE_BIG_LINES));
    if (!reader_) {
        throw FileError::unknown("no XML reader");
    }
    xmlTextReaderSetErrorHandler(reader_.get(), silence, nullptr);
}

bool XmlReader::stepped(int result) {
    if (result < 0) {
        refuse();
    }
    return result == 1;
}

bool XmlReader::toElement(int result) {
    while (stepped(result)) {
        const int type = xmlTextReaderNodeType(reader_.get());
        if (type == XML_READER_TYPE_DOCUMENT_TYPE || type == XML_READER_TYPE_ENTITY_REFERENCE) {
            throw FileError::at(line(), column(), "doctype", "a DTD is not allowed");
        }
        if (type == XML_READER_TYPE_ELEMENT) {
            return true;
        }
        result = xmlTextReaderRead(reader_.get());
    }
    return false;
}

bool XmlReader::next() {
    return toElement(xmlTextReaderRead(reader_.get()));
}

bool XmlReader::skip() {
    return toElement(xmlTextReaderNext(reader_.get()));
}

std::string_view XmlReader::name() const {
    return view(xmlTextReaderConstLocalName(reader_.get()));
}

std::string_view XmlReader::space() const {
    return view(xmlTextReaderConstNamespaceUri(reader_.get()));
}

int XmlReader::line() const {
    const int line = xmlTextReaderGetParserLineNumber(reader_.get());
    return line < 1 ? 1 : line;
}

int XmlReader::column() const {
    const int column = xmlTextReaderGetParserColumnNumber(reader_.get());
    return column < 1 ? 1 : column;
}

void XmlReader::refuse() const {
    // libxml2 does not distinguish a wrong encoding from other errors.
    const std::string head = lowerAscii(bytes_.substr(0, bytes_.find("?>")).substr(0, 200));
    const std::size_t named = head.find("encoding");
    const bool utf8 = named == std::string::npos || head.find("utf-8", named) != std::string::npos;
    const bool wide = bytes_.starts_with('\xFF') || bytes_.starts_with('\xFE');
    const bool encoding = utf8 && !wide && !isUtf8(bytes_);
    throw FileError::at(line(), column(), encoding ? "encoding" : "xml",
                        encoding ? "not of the encoding that it names" : "the XML is not well formed");
}

xmlNodePtr XmlReader::element() {
    xmlNodePtr node = xmlTextReaderExpand(reader_.get());
    if (node == nullptr) {
        refuse();
    }
    return node;
}

xmlNodePtr child(xmlNodePtr parent, std::string_view name) {
    for (xmlNodePtr node = parent == nullptr ? nullptr : parent->children; node != nullptr;
         node = node->next) {
        if (isElement(node, name)) {
            return node;
        }
    }
    return nullptr;
}

xmlNodePtr child(xmlNodePtr parent, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        parent = child(parent, name);
    }
    return parent;
}

std::vector<xmlNodePtr> children(xmlNodePtr parent, std::string_view name) {
    std::vector<xmlNodePtr> found;
    for (xmlNodePtr node = parent == nullptr ? nullptr : parent->children; node != nullptr;
         node = node->next) {
        if (isElement(node, name)) {
            found.push_back(node);
        }
    }
    return found;
}

std::string textOf(xmlNodePtr element) {
    xmlNodePtr first = element == nullptr ? nullptr : element->children;
    if (first != nullptr && first->next == nullptr && first->type == XML_TEXT_NODE) {
        return std::string(trim(view(first->content)));
    }
    std::string text;
    for (xmlNodePtr node = element == nullptr ? nullptr : element->children; node != nullptr;
         node = node->next) {
        if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
            text += view(node->content);
        } else if (node->type == XML_ENTITY_REF_NODE) {
            throw FileError::invalid(lineOf(element), "doctype", "an entity is not allowed");
        }
    }
    return std::string(trim(text));
}

std::string attribute(xmlNodePtr element, const char* name) {
    for (xmlAttrPtr one = element == nullptr ? nullptr : element->properties; one != nullptr;
         one = one->next) {
        if (view(one->name) == name && one->children != nullptr) {
            return std::string(trim(view(one->children->content)));
        }
    }
    return {};
}

int lineOf(xmlNodePtr element) {
    return element == nullptr ? 1 : static_cast<int>(xmlGetLineNo(element));
}

} // namespace svc::bank
