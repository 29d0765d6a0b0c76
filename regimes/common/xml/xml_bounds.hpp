#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace svc::xml {

/// A text that is refused as XML.
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

/// Limits by kind of document; attributes, names and depth have the same limits for all.
struct XmlBounds {
    std::size_t text = 65'536; ///< bytes of one text, attribute, comment or instruction
    std::size_t elements = std::numeric_limits<std::size_t>::max();
};

/// Scans the bytes of a document once, in linear time, and throws XmlFault with the line for constructs on
/// which the XML library would spend far more time or memory: many attributes, long names, deep nesting, long
/// texts, many elements, a DTD, an encoding that may hide markup. It does not check that the document is well
/// formed.
void checkXmlBounds(std::string_view bytes, const XmlBounds& bounds = {});

} // namespace svc::xml
