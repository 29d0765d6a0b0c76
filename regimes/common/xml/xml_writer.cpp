#include "xml/xml_writer.hpp"

#include <new>
#include <stdexcept>

#include <libxml/xmlwriter.h>

namespace svc::xml {
namespace {

const xmlChar* chars(const char* text) {
    return reinterpret_cast<const xmlChar*>(text);
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Length of the forbidden character at the start of `text`, 0 when it is allowed.
std::size_t forbidden(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x20) {
        return first == '\t' || first == '\n' || first == '\r' ? 0 : 1;
    }
    if (first == 0x7f) {
        return 1;
    }
    // XML allows U+0080 to U+009F, but they are control characters; U+FFFE and U+FFFF are not characters.
    if (text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF")) {
        return 3;
    }
    return 0;
}

} // namespace

std::string xmlText(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        if (const std::size_t length = forbidden(text)) {
            text.remove_prefix(length);
        } else {
            clean += text.front();
            text.remove_prefix(1);
        }
    }
    while (!clean.empty() && isBlank(clean.back())) {
        clean.pop_back();
    }
    std::size_t start = 0;
    while (start < clean.size() && isBlank(clean[start])) {
        ++start;
    }
    return clean.substr(start);
}

void XmlWriter::BufferFree::operator()(_xmlBuffer* buffer) const {
    xmlBufferFree(buffer);
}

void XmlWriter::WriterFree::operator()(_xmlTextWriter* writer) const {
    xmlFreeTextWriter(writer);
}

XmlWriter::XmlWriter(const char* root, std::initializer_list<Attribute> attributes)
    : buffer_(xmlBufferCreate()) {
    if (!buffer_) {
        throw std::bad_alloc();
    }
    writer_.reset(xmlNewTextWriterMemory(buffer_.get(), 0));
    if (!writer_) {
        throw std::bad_alloc();
    }
    xmlTextWriterSetIndent(writer_.get(), 1);
    check(xmlTextWriterStartDocument(writer_.get(), nullptr, "UTF-8", nullptr));
    open(root);
    for (const Attribute& attribute : attributes) {
        check(xmlTextWriterWriteAttribute(writer_.get(), chars(attribute.name),
                                          chars(std::string(attribute.value).c_str())));
    }
}

XmlWriter::~XmlWriter() = default;

void XmlWriter::check(int result) const {
    if (result < 0) {
        throw std::runtime_error("an XML document could not be written");
    }
}

void XmlWriter::open(const char* name) {
    check(xmlTextWriterStartElement(writer_.get(), chars(name)));
}

void XmlWriter::close() {
    check(xmlTextWriterEndElement(writer_.get()));
}

void XmlWriter::text(const char* name, std::string_view value, std::initializer_list<Attribute> attributes) {
    const std::string clean = xmlText(value);
    if (clean.empty()) {
        return;
    }
    open(name);
    for (const Attribute& attribute : attributes) {
        check(xmlTextWriterWriteAttribute(writer_.get(), chars(attribute.name),
                                          chars(std::string(attribute.value).c_str())));
    }
    check(xmlTextWriterWriteString(writer_.get(), chars(clean.c_str())));
    close();
}

std::string XmlWriter::finish() {
    check(xmlTextWriterEndDocument(writer_.get()));
    writer_.reset();
    return {reinterpret_cast<const char*>(xmlBufferContent(buffer_.get())),
            static_cast<std::size_t>(xmlBufferLength(buffer_.get()))};
}

} // namespace svc::xml
