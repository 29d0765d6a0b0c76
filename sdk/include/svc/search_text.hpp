/// @file Splits texts into the words by which records are found. Each word is one row of an index table and
/// is looked up by a prefix range: under row-level security PostgreSQL uses only leakproof operators in an
/// index scan, and those of LIKE, trigrams and arrays are not leakproof.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <svc/database.hpp>
#include <svc/text.hpp>

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

/// Ranges of letters and the base letters that they fold to: letters with accents, capitals and other forms
/// (the final sigma, ligatures). Combining marks fold to nothing. Based on the decompositions of Unicode;
/// sorted.
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
    {0x01A0, 0x01A1, "o"},  {0x01AF, 0x01B0, "u"},  {0x01C4, 0x01C6, "dz"}, {0x01C7, 0x01C9, "lj"},
    {0x01CA, 0x01CC, "nj"}, {0x01CD, 0x01CE, "a"},  {0x01CF, 0x01D0, "i"},  {0x01D1, 0x01D2, "o"},
    {0x01D3, 0x01DC, "u"},  {0x01DE, 0x01E1, "a"},  {0x01E2, 0x01E3, "ae"}, {0x01E6, 0x01E7, "g"},
    {0x01E8, 0x01E9, "k"},  {0x01EA, 0x01ED, "o"},  {0x01EE, 0x01EF, "ʒ"},  {0x01F0, 0x01F0, "j"},
    {0x01F1, 0x01F3, "dz"}, {0x01F4, 0x01F5, "g"},  {0x01F8, 0x01F9, "n"},  {0x01FA, 0x01FB, "a"},
    {0x01FC, 0x01FD, "ae"}, {0x01FE, 0x01FF, "o"},  {0x0200, 0x0203, "a"},  {0x0204, 0x0207, "e"},
    {0x0208, 0x020B, "i"},  {0x020C, 0x020F, "o"},  {0x0210, 0x0213, "r"},  {0x0214, 0x0217, "u"},
    {0x0218, 0x0219, "s"},  {0x021A, 0x021B, "t"},  {0x021E, 0x021F, "h"},  {0x0226, 0x0227, "a"},
    {0x0228, 0x0229, "e"},  {0x022A, 0x0231, "o"},  {0x0232, 0x0233, "y"},  {0x0300, 0x036F, ""},
    {0x0386, 0x0386, "α"},  {0x0388, 0x0388, "ε"},  {0x0389, 0x0389, "η"},  {0x038A, 0x038A, "ι"},
    {0x038C, 0x038C, "ο"},  {0x038E, 0x038E, "υ"},  {0x038F, 0x038F, "ω"},  {0x0390, 0x0390, "ι"},
    {0x03AA, 0x03AA, "ι"},  {0x03AB, 0x03AB, "υ"},  {0x03AC, 0x03AC, "α"},  {0x03AD, 0x03AD, "ε"},
    {0x03AE, 0x03AE, "η"},  {0x03AF, 0x03AF, "ι"},  {0x03B0, 0x03B0, "υ"},  {0x03C2, 0x03C2, "σ"},
    {0x03CA, 0x03CA, "ι"},  {0x03CB, 0x03CB, "υ"},  {0x03CC, 0x03CC, "ο"},  {0x03CD, 0x03CD, "υ"},
    {0x03CE, 0x03CE, "ω"},  {0x03D0, 0x03D0, "β"},  {0x03D1, 0x03D1, "θ"},  {0x03D5, 0x03D5, "φ"},
    {0x03D6, 0x03D6, "π"},  {0x03F0, 0x03F0, "κ"},  {0x03F1, 0x03F1, "ρ"},  {0x03F5, 0x03F5, "ε"},
    {0x0400, 0x0401, "е"},  {0x0403, 0x0403, "г"},  {0x0407, 0x0407, "і"},  {0x040C, 0x040C, "к"},
    {0x040D, 0x040D, "и"},  {0x040E, 0x040E, "у"},  {0x0419, 0x0419, "и"},  {0x0439, 0x0439, "и"},
    {0x0450, 0x0451, "е"},  {0x0453, 0x0453, "г"},  {0x0457, 0x0457, "і"},  {0x045C, 0x045C, "к"},
    {0x045D, 0x045D, "и"},  {0x045E, 0x045E, "у"},  {0x0476, 0x0477, "ѵ"},  {0x04C1, 0x04C2, "ж"},
    {0x04D0, 0x04D3, "а"},  {0x04D6, 0x04D7, "е"},  {0x04DA, 0x04DB, "ә"},  {0x04DC, 0x04DD, "ж"},
    {0x04DE, 0x04DF, "з"},  {0x04E2, 0x04E5, "и"},  {0x04E6, 0x04E7, "о"},  {0x04EA, 0x04EB, "ө"},
    {0x04EC, 0x04ED, "э"},  {0x04EE, 0x04F3, "у"},  {0x04F4, 0x04F5, "ч"},  {0x04F8, 0x04F9, "ы"},
    {0x0587, 0x0587, "եւ"}, {0x1E00, 0x1E01, "a"},  {0x1E02, 0x1E07, "b"},  {0x1E08, 0x1E09, "c"},
    {0x1E0A, 0x1E13, "d"},  {0x1E14, 0x1E1D, "e"},  {0x1E1E, 0x1E1F, "f"},  {0x1E20, 0x1E21, "g"},
    {0x1E22, 0x1E2B, "h"},  {0x1E2C, 0x1E2F, "i"},  {0x1E30, 0x1E35, "k"},  {0x1E36, 0x1E3D, "l"},
    {0x1E3E, 0x1E43, "m"},  {0x1E44, 0x1E4B, "n"},  {0x1E4C, 0x1E53, "o"},  {0x1E54, 0x1E57, "p"},
    {0x1E58, 0x1E5F, "r"},  {0x1E60, 0x1E69, "s"},  {0x1E6A, 0x1E71, "t"},  {0x1E72, 0x1E7B, "u"},
    {0x1E7C, 0x1E7F, "v"},  {0x1E80, 0x1E89, "w"},  {0x1E8A, 0x1E8D, "x"},  {0x1E8E, 0x1E8F, "y"},
    {0x1E90, 0x1E95, "z"},  {0x1E96, 0x1E96, "h"},  {0x1E97, 0x1E97, "t"},  {0x1E98, 0x1E98, "w"},
    {0x1E99, 0x1E99, "y"},  {0x1E9A, 0x1E9A, "a"},  {0x1E9B, 0x1E9B, "s"},  {0x1E9E, 0x1E9E, "ss"},
    {0x1EA0, 0x1EB7, "a"},  {0x1EB8, 0x1EC7, "e"},  {0x1EC8, 0x1ECB, "i"},  {0x1ECC, 0x1EE3, "o"},
    {0x1EE4, 0x1EF1, "u"},  {0x1EF2, 0x1EF9, "y"},  {0x1F00, 0x1F0F, "α"},  {0x1F10, 0x1F1D, "ε"},
    {0x1F20, 0x1F2F, "η"},  {0x1F30, 0x1F3F, "ι"},  {0x1F40, 0x1F4D, "ο"},  {0x1F50, 0x1F5F, "υ"},
    {0x1F60, 0x1F6F, "ω"},  {0x1F70, 0x1F71, "α"},  {0x1F72, 0x1F73, "ε"},  {0x1F74, 0x1F75, "η"},
    {0x1F76, 0x1F77, "ι"},  {0x1F78, 0x1F79, "ο"},  {0x1F7A, 0x1F7B, "υ"},  {0x1F7C, 0x1F7D, "ω"},
    {0x1F80, 0x1F8F, "α"},  {0x1F90, 0x1F9F, "η"},  {0x1FA0, 0x1FAF, "ω"},  {0x1FB0, 0x1FBC, "α"},
    {0x1FBE, 0x1FBE, "ι"},  {0x1FC2, 0x1FC7, "η"},  {0x1FC8, 0x1FC9, "ε"},  {0x1FCA, 0x1FCC, "η"},
    {0x1FD0, 0x1FDB, "ι"},  {0x1FE0, 0x1FE3, "υ"},  {0x1FE4, 0x1FE5, "ρ"},  {0x1FE6, 0x1FEB, "υ"},
    {0x1FEC, 0x1FEC, "ρ"},  {0x1FF2, 0x1FF7, "ω"},  {0x1FF8, 0x1FF9, "ο"},  {0x1FFA, 0x1FFC, "ω"}};

/// Every `step`th character of the range is a capital; `distance` added to it gives its small letter.
struct Capitals {
    char32_t first;
    char32_t last;
    char32_t step;
    std::int32_t distance;
};

/// Capitals without accents; sorted.
inline constexpr Capitals CapitalRanges[] = {
    {0x0181, 0x0181, 1, 210},  {0x0182, 0x0184, 2, 1},    {0x0186, 0x0186, 1, 206},
    {0x0187, 0x0187, 1, 1},    {0x0189, 0x018A, 1, 205},  {0x018B, 0x018B, 1, 1},
    {0x018E, 0x018E, 1, 79},   {0x018F, 0x018F, 1, 202},  {0x0190, 0x0190, 1, 203},
    {0x0191, 0x0191, 1, 1},    {0x0193, 0x0193, 1, 205},  {0x0194, 0x0194, 1, 207},
    {0x0196, 0x0196, 1, 211},  {0x0197, 0x0197, 1, 209},  {0x0198, 0x0198, 1, 1},
    {0x019C, 0x019C, 1, 211},  {0x019D, 0x019D, 1, 213},  {0x019F, 0x019F, 1, 214},
    {0x01A2, 0x01A4, 2, 1},    {0x01A6, 0x01A6, 1, 218},  {0x01A7, 0x01A7, 1, 1},
    {0x01A9, 0x01A9, 1, 218},  {0x01AC, 0x01AC, 1, 1},    {0x01AE, 0x01AE, 1, 218},
    {0x01B1, 0x01B2, 1, 217},  {0x01B3, 0x01B5, 2, 1},    {0x01B7, 0x01B7, 1, 219},
    {0x01B8, 0x01B8, 1, 1},    {0x01BC, 0x01BC, 1, 1},    {0x01E4, 0x01E4, 1, 1},
    {0x01F6, 0x01F6, 1, -97},  {0x01F7, 0x01F7, 1, -56},  {0x021C, 0x021C, 1, 1},
    {0x0220, 0x0220, 1, -130}, {0x0222, 0x0224, 2, 1},    {0x023A, 0x023A, 1, 10795},
    {0x023B, 0x023B, 1, 1},    {0x023D, 0x023D, 1, -163}, {0x023E, 0x023E, 1, 10792},
    {0x0241, 0x0241, 1, 1},    {0x0243, 0x0243, 1, -195}, {0x0244, 0x0244, 1, 69},
    {0x0245, 0x0245, 1, 71},   {0x0246, 0x024E, 2, 1},    {0x0370, 0x0372, 2, 1},
    {0x0376, 0x0376, 1, 1},    {0x037F, 0x037F, 1, 116},  {0x0391, 0x03A1, 1, 32},
    {0x03A3, 0x03A9, 1, 32},   {0x03CF, 0x03CF, 1, 8},    {0x03D8, 0x03EE, 2, 1},
    {0x03F4, 0x03F4, 1, -60},  {0x03F7, 0x03F7, 1, 1},    {0x03F9, 0x03F9, 1, -7},
    {0x03FA, 0x03FA, 1, 1},    {0x03FD, 0x03FF, 1, -130}, {0x0402, 0x0402, 1, 80},
    {0x0404, 0x0406, 1, 80},   {0x0408, 0x040B, 1, 80},   {0x040F, 0x040F, 1, 80},
    {0x0410, 0x0418, 1, 32},   {0x041A, 0x042F, 1, 32},   {0x0460, 0x0474, 2, 1},
    {0x0478, 0x0480, 2, 1},    {0x048A, 0x04BE, 2, 1},    {0x04C0, 0x04C0, 1, 15},
    {0x04C3, 0x04CD, 2, 1},    {0x04D4, 0x04D4, 1, 1},    {0x04D8, 0x04D8, 1, 1},
    {0x04E0, 0x04E0, 1, 1},    {0x04E8, 0x04E8, 1, 1},    {0x04F6, 0x04F6, 1, 1},
    {0x04FA, 0x052E, 2, 1},    {0x0531, 0x0556, 1, 48},   {0x1EFA, 0x1EFE, 2, 1}};

/// The range that contains a value, or nullptr.
template <class Range, std::size_t Count>
constexpr const Range* rangeOf(const Range (&ranges)[Count], char32_t value) {
    const Range* const behind =
        std::upper_bound(std::begin(ranges), std::end(ranges), value,
                         [](char32_t one, const Range& range) { return one < range.first; });
    return behind != std::begin(ranges) && value <= std::prev(behind)->last ? std::prev(behind) : nullptr;
}

inline void appendFolded(std::string& out, char32_t value) {
    if (value < 0x80) {
        out += value >= 'A' && value <= 'Z' ? static_cast<char>(value - 'A' + 'a') : static_cast<char>(value);
        return;
    }
    if (const Fold* const fold = rangeOf(Folds, value)) {
        out += fold->base;
        return;
    }
    const Capitals* const capitals = rangeOf(CapitalRanges, value);
    const bool isCapital = capitals != nullptr && (value - capitals->first) % capitals->step == 0;
    appendCodePoint(out, isCapital ? value + static_cast<char32_t>(capitals->distance) : value);
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

/// Lower case without accents: "Hôtel Œuvré" becomes "hotel oeuvre", "Ελλάς" "ελλασ". Latin, Greek, Cyrillic
/// and Armenian letters are folded, everything else is unchanged. PostgreSQL's lower() is not used because it
/// depends on the locale of the cluster.
inline std::string folded(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        detail::appendFolded(result, takeCodePoint(text));
    }
    return result;
}

/// The folded words of a text, without duplicates, by which a record is found. Everything except letters and
/// digits separates words, so an article number is split into its parts. A word is cut at 60 characters.
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
        const char32_t value = takeCodePoint(text);
        if (!detail::isWordCharacter(value)) {
            finish();
        } else if (characters++ < detail::MaxWordCharacters) {
            detail::appendFolded(word, value);
        }
    }
    finish();
    return words;
}

/// The search terms of a query in documents: the text split at white space, folded, without punctuation at
/// either end. A document number stays whole, so that "INV-2026-000123" does not match everything of 2026.
inline std::vector<std::string> searchTokens(std::string_view text) {
    std::vector<std::string> tokens;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
        std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string token;
        std::size_t kept = 0; // length up to the last letter or digit
        for (std::size_t characters = 0; !part.empty() && characters < detail::MaxWordCharacters;) {
            const char32_t value = takeCodePoint(part);
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

/// The words by which a document is found: its tokens and the words in them, without duplicates.
inline std::vector<std::string> documentWords(std::string_view text) {
    std::vector<std::string> words = searchTokens(text);
    for (std::string& word : searchWords(text)) {
        detail::addOnce(words, std::move(word));
    }
    return words;
}

/// Adds the number of a document: the whole number, and its last part with and without leading zeros. The
/// other parts are the same in every number and would match every document.
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

/// For each word the upper bound of the words that begin with it. The bounds are parameters, because
/// concatenation in SQL is not leakproof and would be evaluated only after row-level security.
inline ArrayParam wordEnds(const std::vector<std::string>& words) {
    ArrayParam ends;
    for (const std::string& word : words) {
        ends.add(Param::owning(word + detail::WordEnd));
    }
    return ends;
}

} // namespace svc
