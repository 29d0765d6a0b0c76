#include "domain/search_text.hpp"

#include <algorithm>
#include <cstdint>

namespace svc::stock {

namespace {

struct Fold {
    char32_t first;
    char32_t last;
    std::string_view base;
};

/// Ranges of accented Latin letters and their base; empty for combining marks.
constexpr Fold Folds[] = {
    {0x00C0, 0x00C5, "a"},  {0x00C6, 0x00C6, "ae"}, {0x00C7, 0x00C7, "c"},  {0x00C8, 0x00CB, "e"},
    {0x00CC, 0x00CF, "i"},  {0x00D0, 0x00D0, "d"},  {0x00D1, 0x00D1, "n"},  {0x00D2, 0x00D6, "o"},
    {0x00D8, 0x00D8, "o"},  {0x00D9, 0x00DC, "u"},  {0x00DD, 0x00DD, "y"},  {0x00DE, 0x00DE, "th"},
    {0x00DF, 0x00DF, "ss"}, {0x00E0, 0x00E5, "a"},  {0x00E6, 0x00E6, "ae"}, {0x00E7, 0x00E7, "c"},
    {0x00E8, 0x00EB, "e"},  {0x00EC, 0x00EF, "i"},  {0x00F0, 0x00F0, "d"},  {0x00F1, 0x00F1, "n"},
    {0x00F2, 0x00F6, "o"},  {0x00F8, 0x00F8, "o"},  {0x00F9, 0x00FC, "u"},  {0x00FD, 0x00FD, "y"},
    {0x00FE, 0x00FE, "th"}, {0x00FF, 0x00FF, "y"},  {0x0100, 0x0105, "a"},  {0x0106, 0x010D, "c"},
    {0x010E, 0x0111, "d"},  {0x0112, 0x011B, "e"},  {0x011C, 0x0123, "g"},  {0x0124, 0x0127, "h"},
    {0x0128, 0x0131, "i"},  {0x0132, 0x0133, "ij"}, {0x0134, 0x0135, "j"},  {0x0136, 0x0138, "k"},
    {0x0139, 0x0142, "l"},  {0x0143, 0x014B, "n"},  {0x014C, 0x0151, "o"},  {0x0152, 0x0153, "oe"},
    {0x0154, 0x0159, "r"},  {0x015A, 0x0161, "s"},  {0x0162, 0x0167, "t"},  {0x0168, 0x0173, "u"},
    {0x0174, 0x0175, "w"},  {0x0176, 0x0178, "y"},  {0x0179, 0x017E, "z"},  {0x017F, 0x017F, "s"},
    {0x0218, 0x0219, "s"},  {0x021A, 0x021B, "t"},  {0x0300, 0x036F, ""},   {0x1E9E, 0x1E9E, "ss"},
};

/// The code point at the start of valid UTF-8; `text` is moved behind it.
char32_t takeCodePoint(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == 1 || length > text.size()) {
        text.remove_prefix(1);
        return lead;
    }
    char32_t value = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        value = (value << 6U) | (byte(i) & 0x3FU);
    }
    text.remove_prefix(length);
    return value;
}

void appendCodePoint(std::string& out, char32_t value) {
    const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((value >> shift) & 0x3FU)); };
    if (value < 0x80) {
        out += static_cast<char>(value);
    } else if (value < 0x800) {
        out += static_cast<char>(0xC0U | (value >> 6U));
        tail(0);
    } else if (value < 0x10000) {
        out += static_cast<char>(0xE0U | (value >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | (value >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

void appendFolded(std::string& out, char32_t value) {
    if (value < 0x80) {
        out += value >= 'A' && value <= 'Z' ? static_cast<char>(value - 'A' + 'a') : static_cast<char>(value);
        return;
    }
    for (const Fold& fold : Folds) {
        if (value >= fold.first && value <= fold.last) {
            out += fold.base;
            return;
        }
    }
    const bool greekOrCyrillicCapital =
        (value >= 0x0391 && value <= 0x03A9) || (value >= 0x0410 && value <= 0x042F);
    const bool cyrillicExtension = value >= 0x0400 && value <= 0x040F;
    appendCodePoint(out, greekOrCyrillicCapital ? value + 0x20 : cyrillicExtension ? value + 0x50 : value);
}

bool isWordCharacter(char32_t value) {
    if (value < 0x80) {
        return (value >= '0' && value <= '9') || (value >= 'a' && value <= 'z') ||
               (value >= 'A' && value <= 'Z');
    }
    // Signs of Latin-1, general punctuation and symbols, CJK punctuation.
    return !(value < 0x00C0 || value == 0x00D7 || value == 0x00F7 || (value >= 0x2000 && value <= 0x2BFF) ||
             (value >= 0x3000 && value <= 0x303F) || value == 0xFEFF);
}

} // namespace

std::string folded(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        appendFolded(result, takeCodePoint(text));
    }
    return result;
}

std::vector<std::string> searchWords(std::string_view text) {
    constexpr std::size_t MaxCharacters = 60;
    std::vector<std::string> words;
    std::string word;
    std::size_t characters = 0;
    const auto finish = [&] {
        if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) {
            words.push_back(word);
        }
        word.clear();
        characters = 0;
    };
    while (!text.empty()) {
        const char32_t value = takeCodePoint(text);
        if (!isWordCharacter(value)) {
            finish();
        } else if (characters++ < MaxCharacters) {
            appendFolded(word, value);
        }
    }
    finish();
    return words;
}

} // namespace svc::stock
