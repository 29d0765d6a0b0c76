#include "letters/spelling.hpp"

#include <cstdint>
#include <memory>
#include <stdexcept>

#include <unicode/translit.h>
#include <unicode/unistr.h>

namespace svc::letters {

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
    icu::UnicodeString text(static_cast<UChar32>(character));
    transliterator->transliterate(text);
    std::string result;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const auto letter = text.char32At(i);
        result += letter >= 0x20 && letter < 0x7f ? static_cast<char>(letter) : '?';
    }
    return result.empty() ? "?" : result;
}

} // namespace svc::letters
