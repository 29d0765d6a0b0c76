#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace svc::xml {

/// A text that is not taken as XML.
class XmlFault : public std::runtime_error {
public:
    /// `reason` is a word for programs: doctype, depth, size, encoding, truncated, xml.
    XmlFault(int line, int column, std::string_view reason, const std::string& why)
        : std::runtime_error(why), line_(line), column_(column), reason_(reason) {}

    int line() const noexcept { return line_; }
    int column() const noexcept { return column_; }
    const std::string& reason() const noexcept { return reason_; }

private:
    int line_;
    int column_;
    std::string reason_;
};

/// What differs between kinds of documents; attributes, names and depth are bounded for all.
struct XmlBounds {
    std::size_t text = 65'536; ///< bytes of one text, attribute, comment or instruction
    std::size_t elements = std::numeric_limits<std::size_t>::max();
};

/// Looks once through the bytes of a document, in time that grows with their number alone, and throws
/// XmlFault with the line for what the XML library would need far more time or memory for: many attributes,
/// long names, deep nesting, long texts, many elements, a DTD, an encoding in which markup may be hidden. It
/// does not say that a document is well formed.
void checkXmlBounds(std::string_view bytes, const XmlBounds& bounds = {});

} // namespace svc::xml
