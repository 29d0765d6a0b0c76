#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <libxml/xmlreader.h>

namespace svc::bank {

/// Reads a document piece by piece: without network, entities or DTD, within the limits of
/// xml::checkXmlBounds(). Throws FileError with the line.
class XmlReader {
public:
    /// `bytes` must outlive the reader.
    explicit XmlReader(std::string_view bytes);

    /// Moves to the next start tag; false at the end.
    bool next();
    std::string_view name() const;
    std::string_view space() const;
    int depth() const { return xmlTextReaderDepth(reader_.get()); }
    int line() const;
    int column() const;
    /// The whole element at the current place; lives until the next step.
    xmlNodePtr element();
    /// Moves past the element at the current place.
    bool skip();

private:
    struct Free {
        void operator()(xmlTextReader* reader) const { xmlFreeTextReader(reader); }
    };
    /// Throws the error that the parser reported.
    [[noreturn]] void refuse() const;
    bool stepped(int result);
    bool toElement(int result);

    std::string_view bytes_;
    std::unique_ptr<xmlTextReader, Free> reader_;
};

/// The first child of that local name; null when there is none, or no parent.
xmlNodePtr child(xmlNodePtr parent, std::string_view name);
/// A chain of first children: `{"Refs", "EndToEndId"}`.
xmlNodePtr child(xmlNodePtr parent, std::initializer_list<std::string_view> names);
std::vector<xmlNodePtr> children(xmlNodePtr parent, std::string_view name);
/// The text of an element without blanks at its ends; empty without element.
std::string textOf(xmlNodePtr element);
std::string attribute(xmlNodePtr element, const char* name);
int lineOf(xmlNodePtr element);

} // namespace svc::bank
