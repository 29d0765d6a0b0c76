#include <array>
#include <memory>
#include <stdexcept>

#include <unicode/translit.h>
#include <unicode/unistr.h>

#include "domain/file.hpp"

namespace svc::de {
namespace {

/// 0x80 to 0x9F; 0: no character.
constexpr std::array<UChar32, 32> Upper = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                           0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                           0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                           0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

std::optional<char> byteOf(UChar32 character) {
    if (character < 0x80 || (character >= 0xA0 && character <= 0xFF)) {
        return static_cast<char>(character);
    }
    for (std::size_t i = 0; i < Upper.size(); ++i) {
        if (Upper[i] == character) {
            return static_cast<char>(0x80 + i);
        }
    }
    return std::nullopt;
}

std::string asciiOf(UChar32 character) {
    // One a thread: a transliterator is not shared.
    thread_local const std::unique_ptr<icu::Transliterator> transliterator = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<icu::Transliterator> made(
            icu::Transliterator::createInstance("Any-Latin; Latin-ASCII", UTRANS_FORWARD, status));
        if (U_FAILURE(status) != 0) {
            throw std::runtime_error("letters cannot be transliterated");
        }
        return made;
    }();
    icu::UnicodeString text(character);
    transliterator->transliterate(text);
    std::string result;
    for (std::int32_t i = 0; i < text.length(); ++i) {
        const auto unit = text.charAt(i);
        result += unit >= 0x20 && unit < 0x7f ? static_cast<char>(unit) : '?';
    }
    return result.empty() ? "?" : result;
}

} // namespace

std::string windows1252(std::string_view utf8) {
    const icu::UnicodeString text =
        icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data(), static_cast<std::int32_t>(utf8.size())));
    std::string result;
    result.reserve(utf8.size());
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 character = text.char32At(i);
        const auto byte = byteOf(character);
        result += byte ? std::string(1, *byte) : asciiOf(character);
    }
    return result;
}

} // namespace svc::de
