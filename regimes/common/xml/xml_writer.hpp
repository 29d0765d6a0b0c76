#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct _xmlTextWriter;
struct _xmlBuffer;

namespace svc::xml {

/// Writes one XML document in UTF-8. Text is escaped; characters that XML 1.0 does not know are left out.
///
///     XmlWriter xml("Invoice", {{"xmlns", "urn:…"}});
///     xml.text("cbc:ID", number);
///     std::string bytes = xml.finish();
class XmlWriter {
public:
    struct Attribute {
        const char* name;
        std::string_view value;
    };

    XmlWriter(const char* root, std::initializer_list<Attribute> attributes);
    ~XmlWriter();
    XmlWriter(const XmlWriter&) = delete;
    XmlWriter& operator=(const XmlWriter&) = delete;

    void open(const char* name);
    void close();
    /// An element with text. An empty text writes nothing: the receivers of such files refuse empty elements.
    void text(const char* name, std::string_view value, std::initializer_list<Attribute> attributes = {});
    template <std::same_as<std::optional<std::string>> Optional>
    void text(const char* name, const Optional& value, std::initializer_list<Attribute> attributes = {}) {
        if (value) {
            text(name, std::string_view(*value), attributes);
        }
    }

    /// The finished document; the writer must not be used afterwards.
    std::string finish();

private:
    void check(int result) const;

    struct BufferFree {
        void operator()(_xmlBuffer* buffer) const;
    };
    struct WriterFree {
        void operator()(_xmlTextWriter* writer) const;
    };
    std::unique_ptr<_xmlBuffer, BufferFree> buffer_;
    std::unique_ptr<_xmlTextWriter, WriterFree> writer_;
};

/// An element that is open while this lives.
class Element {
public:
    Element(XmlWriter& xml, const char* name) : xml_(xml) { xml_.open(name); }
    ~Element() noexcept(false) { xml_.close(); }
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

private:
    XmlWriter& xml_;
};

/// The text without characters that XML 1.0 forbids (control characters, U+FFFE, U+FFFF), trimmed.
std::string xmlText(std::string_view text);

} // namespace svc::xml
