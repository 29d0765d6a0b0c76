#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct _xmlDoc;
struct _xmlNode;

namespace svc::xml {

/// An element of a document, which must outlive it. Names are compared without their prefix.
class XmlNode {
public:
    explicit XmlNode(const _xmlNode* node) : node_(node) {}

    std::string_view name() const;
    /// All text in it, without blanks at the ends.
    std::string text() const;
    /// The first element of this name among its children.
    std::optional<XmlNode> child(std::string_view name) const;
    /// The text of that child; empty when there is none.
    std::string textOf(std::string_view child) const;
    /// The first element of this name anywhere below.
    std::optional<XmlNode> find(std::string_view name) const;
    void eachChild(std::string_view name, const std::function<void(XmlNode)>& use) const;

private:
    const _xmlNode* node_;
};

/// What somebody else has sent. Nothing outside of the text is read; a document type declaration, and with it
/// every entity, is refused.
class XmlDocument {
public:
    /// Nothing when the text is not well-formed XML, declares a document type, or is deeper than 256
    /// elements.
    static std::optional<XmlDocument> parse(std::string_view text);

    XmlNode root() const;

private:
    struct Free {
        void operator()(_xmlDoc* document) const;
    };
    explicit XmlDocument(_xmlDoc* document) : document_(document) {}

    std::unique_ptr<_xmlDoc, Free> document_;
};

} // namespace svc::xml
