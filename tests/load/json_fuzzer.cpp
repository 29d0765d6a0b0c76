// Whatever the bytes, a text is either refused with JsonError or printed and read back as an equal value.
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void checkTexts(std::string_view text) {
    if (const auto value = svc::Decimal::parse(text)) {
        check(svc::Decimal::parse(value->toString()) == value);
    }
    if (const auto value = svc::Date::parse(text)) {
        check(value->toString() == text);
    }
    if (const auto value = svc::Instant::parse(text)) {
        check(svc::Instant::parse(value->toSql()) == value);
    }
    if (const auto value = svc::decodeTypeIdSuffix(text)) {
        check(svc::encodeTypeIdSuffix(*value) == text);
    }
    static_cast<void>(svc::parseDuration(text));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    checkTexts(text);
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
