#pragma once

#include <memory>
#include <string>
#include <string_view>

struct _xmlSchema;

namespace svc::xml {

/// An XML schema (XSD 1.0) that documents are checked against. May be used by several threads at once.
class XmlSchema {
public:
    /// Schemas that it imports are read from paths relative to its file, never from the network. Throws
    /// std::runtime_error when it cannot be read.
    static XmlSchema fromFile(const std::string& path);
    /// A schema that imports nothing.
    static XmlSchema fromText(std::string_view text);

    /// Why the document is invalid, in the words of the XML library; empty: it is valid.
    struct Complaint {
        std::string element; ///< the first one that is wrong; empty: the text is no XML
        std::string message; ///< all errors that were found
        bool empty() const { return message.empty(); }
    };
    Complaint check(std::string_view document) const;

private:
    struct Free {
        void operator()(_xmlSchema* schema) const;
    };
    explicit XmlSchema(_xmlSchema* schema) : schema_(schema) {}

    std::unique_ptr<_xmlSchema, Free> schema_;
};

} // namespace svc::xml
