#include "letters/spelling.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace svc::letters {

std::string composed(std::string_view utf8) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* composing = icu::Normalizer2::getNFCInstance(status);
    std::string result;
    if (U_SUCCESS(status)) {
        icu::StringByteSink<std::string> sink(&result);
        composing->normalizeUTF8(0, {utf8.data(), static_cast<std::int32_t>(utf8.size())}, sink, nullptr,
                                 status);
    }
    if (U_FAILURE(status) != 0) {
        throw std::runtime_error("letters cannot be composed");
    }
    return result;
}

std::string asciiSpelling(char32_t character) {
    // One per thread: a transliterator is not thread-safe.
    thread_local const std::unique_ptr<icu::Transliterator> transliterator = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<icu::Transliterator> made(
            icu::Transliterator::createInstance("Any-Latin; Latin-ASCII", UTRANS_FORWARD, status));
        if (U_FAILURE(status) != 0) {
            throw std::runtime_error("letters cannot be transliterated");
        }
        return made;
    }();
    if (u_charType(static_cast<UChar32>(character)) == U_NON_SPACING_MARK) {
        return {};
    }
    icu::UnicodeString text(static_cast<UChar32>(character));
    transliterator->transliterate(text);
    std::string result;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const auto letter = text.char32At(i);
        result += letter >= 0x20 && letter < 0x7f ? static_cast<char>(letter) : '?';
    }
    return result.empty() ? "?" : result;
}

std::string spelledIn(const CodePage& page, std::string_view utf8, char separator, char instead) {
    return toSingleByte(composed(utf8), page, [&](char32_t character) {
        std::string spelling = asciiSpelling(character);
        std::replace(spelling.begin(), spelling.end(), separator, instead);
        return spelling;
    });
}

} // namespace svc::letters
