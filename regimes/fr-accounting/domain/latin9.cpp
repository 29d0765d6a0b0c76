#include <map>
#include <memory>
#include <stdexcept>

#include <unicode/translit.h>
#include <unicode/unistr.h>

#include "domain/fec.hpp"

namespace svc::fr {
namespace {

/// Where ISO 8859-15 differs from ISO 8859-1.
const std::map<UChar32, char>& moved() {
    static const std::map<UChar32, char> table = {{0x20AC, '\xA4'}, {0x0160, '\xA6'}, {0x0161, '\xA8'},
                                                  {0x017D, '\xB4'}, {0x017E, '\xB8'}, {0x0152, '\xBC'},
                                                  {0x0153, '\xBD'}, {0x0178, '\xBE'}};
    return table;
}

bool isReplaced(UChar32 character) {
    return character == 0xA4 || character == 0xA6 || character == 0xA8 || character == 0xB4 ||
           character == 0xB8 || character == 0xBC || character == 0xBD || character == 0xBE;
}

std::optional<char> byteOf(UChar32 character) {
    if (const auto found = moved().find(character); found != moved().end()) {
        return found->second;
    }
    if (character < 0x80 || (character >= 0xA0 && character <= 0xFF && !isReplaced(character))) {
        return static_cast<char>(character);
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

std::string latin9(std::string_view utf8) {
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

} // namespace svc::fr
