// For any bytes, a text is either rejected with JsonError or printed and read back as an equal value.
#include <svc/json.hpp>

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
    const std::string text(data, data + size);
    try {
        const svc::Json value = svc::Json::parse(text);
        const std::string printed = value.dump();
        const svc::Json again = svc::Json::parse(printed);
        check(again == value && again.dump() == printed && svc::isUtf8(printed));
    } catch (const svc::JsonError& error) {
        check(error.kind() != svc::JsonError::Kind::Type);
    }
    return 0;
}
