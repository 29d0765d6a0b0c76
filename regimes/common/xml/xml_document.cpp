#include "xml/xml_document.hpp"

#include <limits>

#include <libxml/parser.h>
#include <libxml/tree.h>

#include "xml/xml_writer.hpp"

namespace svc::xml {

std::string_view XmlNode::name() const {
    return reinterpret_cast<const char*>(node_->name);
}

std::string XmlNode::text() const {
    xmlChar* content = xmlNodeGetContent(const_cast<xmlNode*>(node_));
    const std::string text = content == nullptr ? std::string() : reinterpret_cast<const char*>(content);
    xmlFree(content);
    return xmlText(text);
}

std::optional<XmlNode> XmlNode::child(std::string_view name) const {
    for (const xmlNode* one = node_->children; one != nullptr; one = one->next) {
        if (one->type == XML_ELEMENT_NODE && XmlNode(one).name() == name) {
            return XmlNode(one);
        }
    }
    return std::nullopt;
}

std::string XmlNode::textOf(std::string_view name) const {
    const auto found = child(name);
    return found ? found->text() : std::string();
}

std::string XmlNode::attribute(std::string_view name) const {
    xmlChar* content = xmlGetNoNsProp(const_cast<xmlNode*>(node_),
                                      reinterpret_cast<const xmlChar*>(std::string(name).c_str()));
    const std::string text = content == nullptr ? std::string() : reinterpret_cast<const char*>(content);
    xmlFree(content);
    return xmlText(text);
}

std::optional<XmlNode> XmlNode::find(std::string_view name) const {
    for (const xmlNode* one = node_->children; one != nullptr; one = one->next) {
        if (one->type != XML_ELEMENT_NODE) {
            continue;
        }
        if (XmlNode(one).name() == name) {
            return XmlNode(one);
        }
        if (const auto found = XmlNode(one).find(name)) {
            return found;
        }
    }
    return std::nullopt;
}

void XmlNode::eachChild(std::string_view name, const std::function<void(XmlNode)>& use) const {
    for (const xmlNode* one = node_->children; one != nullptr; one = one->next) {
        if (one->type == XML_ELEMENT_NODE && XmlNode(one).name() == name) {
            use(XmlNode(one));
        }
    }
}

void XmlDocument::Free::operator()(_xmlDoc* document) const {
    xmlFreeDoc(document);
}

std::optional<XmlDocument> XmlDocument::parse(std::string_view text) {
    try {
        return read(text);
    } catch (const XmlFault&) {
        return std::nullopt;
    }
}

XmlDocument XmlDocument::read(std::string_view text, const XmlBounds& bounds) {
    if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw XmlFault(1, 1, "size", "more bytes than the XML library takes");
    }
    checkXmlBounds(text, bounds);
    // checkXmlBounds() has set the limits; those of the library, which are lower, are switched off.
    constexpr int Options =
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_COMPACT | XML_PARSE_HUGE;
    XmlDocument document(
        xmlReadMemory(text.data(), static_cast<int>(text.size()), "answer.xml", nullptr, Options));
    if (!document.document_ || xmlDocGetRootElement(document.document_.get()) == nullptr) {
        throw XmlFault(1, 1, "xml", "XML that is not well formed");
    }
    if (document.document_->intSubset != nullptr) {
        throw XmlFault(1, 1, "doctype", "a DTD is not allowed");
    }
    return document;
}

XmlNode XmlDocument::root() const {
    return XmlNode(xmlDocGetRootElement(document_.get()));
}

} // namespace svc::xml
