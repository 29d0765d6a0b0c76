// For any bytes in place of an XML answer (SOAP) of an authority or provider: they are rejected or parsed,
// entities do not expand, no external resource is read, and the result is UTF-8.
#include "rules/message.hpp"
#include "xml/xml_document.hpp"

#include <svc/text.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t MostOfOneByte = 3; // UTF-8 bytes for one byte of a single-byte encoding
    const std::string text(data, data + size);
    if (const auto document = svc::xml::XmlDocument::parse(text)) {
        const std::string all = document->root().text();
        check(svc::isUtf8(all) && all.size() <= MostOfOneByte * size);
    }
    if (const auto answer = svc::es_verifactu::readAnswer(text)) {
        check(svc::isUtf8(answer->fault) && answer->fault.size() <= MostOfOneByte * size);
        check(answer->records.size() <= size);
    }
    return 0;
}
