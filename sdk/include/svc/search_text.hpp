/// @file Words by which records are found: a row for each word, looked up by the range of a prefix. Under
/// row-level security only leakproof operators reach an index, and those of LIKE, of trigrams and of arrays
/// are not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <svc/database.hpp>

namespace svc {

namespace detail {

inline constexpr std::size_t MaxWordCharacters = 60;
/// U+10FFFF, the greatest character: appended to a prefix it gives an upper bound of all words with that
/// prefix.
inline constexpr const char* WordEnd = "\xF4\x8F\xBF\xBF";

struct Fold {
    char32_t first;
    char32_t last;
    std::string_view base;
};

/// Ranges of accented Latin letters and their base; empty for combining marks.
inline constexpr Fold Folds[] = {
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
inline char32_t takeCodePoint(std::string_view& text) {
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

inline void appendCodePoint(std::string& out, char32_t value) {
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

inline void appendFolded(std::string& out, char32_t value) {
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

inline bool isWordCharacter(char32_t value) {
    if (value < 0x80) {
        return (value >= '0' && value <= '9') || (value >= 'a' && value <= 'z') ||
               (value >= 'A' && value <= 'Z');
    }
    // Signs of Latin-1, general punctuation and symbols, CJK punctuation.
    return !(value < 0x00C0 || value == 0x00D7 || value == 0x00F7 || (value >= 0x2000 && value <= 0x2BFF) ||
             (value >= 0x3000 && value <= 0x303F) || value == 0xFEFF);
}

inline void addOnce(std::vector<std::string>& words, std::string word) {
    if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) {
        words.push_back(std::move(word));
    }
}

} // namespace detail

/// Lower case without accents: "Hôtel Œuvré" becomes "hotel oeuvre". Latin, Greek and Cyrillic letters are
/// folded, everything else stays as it is. The database's lower() would depend on the locale of the cluster.
inline std::string folded(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        detail::appendFolded(result, detail::takeCodePoint(text));
    }
    return result;
}

/// The words of a text, folded, each once: what a record is found by. Anything but letters and digits
/// separates, so an article number gives its parts. A word is cut at 60 characters.
inline std::vector<std::string> searchWords(std::string_view text) {
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
        const char32_t value = detail::takeCodePoint(text);
        if (!detail::isWordCharacter(value)) {
            finish();
        } else if (characters++ < detail::MaxWordCharacters) {
            detail::appendFolded(word, value);
        }
    }
    finish();
    return words;
}

/// What a search in documents asks for: the parts between blanks, folded, without signs at their ends. A
/// number stays whole, so that "INV-2026-000123" does not find everything of 2026.
inline std::vector<std::string> searchTokens(std::string_view text) {
    std::vector<std::string> tokens;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
        std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string token;
        std::size_t kept = 0; // behind the last letter or digit
        for (std::size_t characters = 0; !part.empty() && characters < detail::MaxWordCharacters;) {
            const char32_t value = detail::takeCodePoint(part);
            const bool letter = detail::isWordCharacter(value);
            if (!letter && token.empty()) {
                continue;
            }
            detail::appendFolded(token, value);
            kept = letter ? token.size() : kept;
            ++characters;
        }
        token.resize(kept);
        detail::addOnce(tokens, std::move(token));
    }
    return tokens;
}

/// What a document is found by: its tokens and the words in them, each once.
inline std::vector<std::string> documentWords(std::string_view text) {
    std::vector<std::string> words = searchTokens(text);
    for (std::string& word : searchWords(text)) {
        detail::addOnce(words, std::move(word));
    }
    return words;
}

/// The number of a document: whole, and its last part with and without leading zeros. The other parts are the
/// same in every number and would find everything.
inline void addNumber(std::vector<std::string>& words, std::string_view number) {
    std::string whole = folded(number);
    const std::size_t dash = whole.find_last_not_of("0123456789");
    const std::string counter = dash == std::string::npos ? whole : whole.substr(dash + 1);
    const std::size_t digit = counter.find_first_not_of('0');
    detail::addOnce(words, std::move(whole));
    detail::addOnce(words, counter);
    if (digit != std::string::npos) {
        detail::addOnce(words, counter.substr(digit));
    }
}

inline ArrayParam wordList(const std::vector<std::string>& words) {
    ArrayParam list;
    for (const std::string& word : words) {
        list.add(word);
    }
    return list;
}

/// For each word the upper bound of the words that begin with it. They are parameters, because concatenation
/// in SQL is not leakproof and would be evaluated after row-level security.
inline ArrayParam wordEnds(const std::vector<std::string>& words) {
    ArrayParam ends;
    for (const std::string& word : words) {
        ends.add(Param::owning(word + detail::WordEnd));
    }
    return ends;
}

} // namespace svc
