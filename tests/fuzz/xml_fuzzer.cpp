// Whatever bytes come where an authority or provider answers in XML (SOAP), they are refused or read: no
// entity makes more of them, nothing outside of them is read, and what was read is UTF-8.
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
    constexpr std::size_t MostOfOneByte = 3; // UTF-8 of a byte of an encoding with one byte a character
    const std::string text(data, data + size);
    if (const auto document = svc::xml::XmlDocument::parse(text)) {
        const std::string all = document->root().text();
        check(svc::isUtf8(all) && all.size() <= MostOfOneByte * size);
    }
    if (const auto answer = svc::verifactu::readAnswer(text)) {
        check(svc::isUtf8(answer->fault) && answer->fault.size() <= MostOfOneByte * size);
        check(answer->records.size() <= size);
    }
    return 0;
}
