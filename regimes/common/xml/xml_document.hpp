#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "xml/xml_bounds.hpp"

struct _xmlDoc;
struct _xmlNode;

namespace svc::xml {

/// An element of a document, which must outlive it. Names are compared without their prefix.
class XmlNode {
public:
    explicit XmlNode(const _xmlNode* node) : node_(node) {}

    std::string_view name() const;
    /// All text in the element, trimmed.
    std::string text() const;
    /// The first element of this name among its children.
    std::optional<XmlNode> child(std::string_view name) const;
    /// The text of that child; empty when there is none.
    std::string textOf(std::string_view child) const;
    /// Empty when there is none.
    std::string attribute(std::string_view name) const;
    /// The first element of this name anywhere below.
    std::optional<XmlNode> find(std::string_view name) const;
    void eachChild(std::string_view name, const std::function<void(XmlNode)>& use) const;

private:
    const _xmlNode* node_;
};

/// A document from outside. The parser loads nothing beyond the text; a document type declaration, and with
/// it every entity, is refused.
class XmlDocument {
public:
    /// For messages of authorities and providers: texts up to 16 MiB, up to a million elements.
    static constexpr XmlBounds Usual{.text = 16 * 1024 * 1024, .elements = 1'000'000};

    /// Nothing when read() throws.
    static std::optional<XmlDocument> parse(std::string_view text);
    /// Throws XmlFault when the text is not well-formed XML, declares a document type, or is beyond
    /// checkXmlBounds().
    static XmlDocument read(std::string_view text, const XmlBounds& bounds = Usual);

    XmlNode root() const;

private:
    struct Free {
        void operator()(_xmlDoc* document) const;
    };
    explicit XmlDocument(_xmlDoc* document) : document_(document) {}

    std::unique_ptr<_xmlDoc, Free> document_;
};

} // namespace svc::xml
