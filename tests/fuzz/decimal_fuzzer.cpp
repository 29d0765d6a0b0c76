// For any text: an accepted decimal, date, instant or identifier is printed and read back as the same value,
// and arithmetic is exact or throws DecimalError.
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>

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

void checkArithmetic(const svc::Decimal& a, const svc::Decimal& b) {
    try {
        check(a + b - b == a);
        check(a * b == b * a);
    } catch (const svc::DecimalError&) {
        return; // out of range
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    const std::string_view text = bytes;
    const std::size_t half = text.find('\n');
    const auto first = svc::Decimal::parse(text.substr(0, half));
    if (first) {
        check(svc::Decimal::parse(first->toString()) == first);
        const auto second =
            half == std::string_view::npos ? first : svc::Decimal::parse(text.substr(half + 1));
        if (second) {
            checkArithmetic(*first, *second);
        }
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
    return 0;
}
