#include "rules/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <svc/money.hpp>
#include <svc/text.hpp>

#include "rules/letters.hpp"

namespace svc::bank {

namespace {

/// 0x80 to 0x9F of windows-1252.
constexpr char32_t Windows[] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string fromEightBit(std::string_view bytes, bool windows) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (const char byte : bytes) {
        const auto c = static_cast<unsigned char>(byte);
        appendCodePoint(out, windows && c >= 0x80 && c < 0xA0 ? Windows[c - 0x80U] : char32_t{c});
    }
    return out;
}

/// 0x80 to 0xFF of CP850.
constexpr char32_t Dos[] = {
    0xC7,   0xFC,   0xE9,   0xE2,   0xE4,   0xE0,   0xE5,   0xE7,   0xEA,   0xEB,   0xE8,   0xEF,   0xEE,
    0xEC,   0xC4,   0xC5,   0xC9,   0xE6,   0xC6,   0xF4,   0xF6,   0xF2,   0xFB,   0xF9,   0xFF,   0xD6,
    0xDC,   0xF8,   0xA3,   0xD8,   0xD7,   0x192,  0xE1,   0xED,   0xF3,   0xFA,   0xF1,   0xD1,   0xAA,
    0xBA,   0xBF,   0xAE,   0xAC,   0xBD,   0xBC,   0xA1,   0xAB,   0xBB,   0x2591, 0x2592, 0x2593, 0x2502,
    0x2524, 0xC1,   0xC2,   0xC0,   0xA9,   0x2563, 0x2551, 0x2557, 0x255D, 0xA2,   0xA5,   0x2510, 0x2514,
    0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0xE3,   0xC3,   0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550,
    0x256C, 0xA4,   0xF0,   0xD0,   0xCA,   0xCB,   0xC8,   0x131,  0xCD,   0xCE,   0xCF,   0x2518, 0x250C,
    0x2588, 0x2584, 0xA6,   0xCC,   0x2580, 0xD3,   0xDF,   0xD4,   0xD2,   0xF5,   0xD5,   0xB5,   0xFE,
    0xDE,   0xDA,   0xDB,   0xD9,   0xFD,   0xDD,   0xAF,   0xB4,   0xAD,   0xB1,   0x2017, 0xBE,   0xB6,
    0xA7,   0xF7,   0xB8,   0xB0,   0xA8,   0xB7,   0xB9,   0xB3,   0xB2,   0x25A0, 0xA0};
static_assert(std::size(Dos) == 128);

std::string fromDos(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (const char byte : bytes) {
        const auto c = static_cast<unsigned char>(byte);
        appendCodePoint(out, c >= 0x80 ? Dos[c - 0x80U] : char32_t{c});
    }
    return out;
}

bool isSmall(char c) {
    return c >= 'a' && c <= 'z';
}
bool isCapital(char c) {
    return c >= 'A' && c <= 'Z';
}

/// Inside words, CP850 has its most frequent letters where windows-1252 has quotes and symbols, and
/// box-drawing characters where windows-1252 has letters.
/// where windows-1252 has letters.
bool looksLikeDos(std::string_view bytes) {
    constexpr std::string_view Letters = "\x81\x82\x83\x84\x85\x87\x88\x89\x90\x94\x99";
    std::size_t dos = 0;
    std::size_t windows = 0;
    for (std::size_t i = 1; i + 1 < bytes.size(); ++i) {
        const char before = bytes[i - 1];
        const char after = bytes[i + 1];
        if (!isSmall(before) && !isCapital(before)) {
            continue;
        }
        const auto c = static_cast<unsigned char>(bytes[i]);
        const bool inside = isSmall(after) || isCapital(after);
        if ((inside && Letters.find(bytes[i]) != std::string_view::npos) || c == 0x82 ||
            (c == 0x8A && isSmall(before)) || (c == 0x9A && isCapital(before))) {
            ++dos;
        } else if (c >= 0xC0 && c != 0xE1) {
            ++windows;
        }
    }
    return dos > windows;
}

/// UTF-16 without byte order mark: text of these files is mostly ASCII, whose high bytes are zero.
enum class Wide { No = 1, LittleEndian, BigEndian };
Wide wideOf(std::string_view bytes) {
    const std::size_t pairs = std::min<std::size_t>(bytes.size() / 2, 2000);
    std::size_t even = 0;
    std::size_t odd = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        even += bytes[2 * i] == '\0' ? 1U : 0U;
        odd += bytes[2 * i + 1] == '\0' ? 1U : 0U;
    }
    if (pairs == 0 || (even != 0 && odd != 0) || (even + odd) * 2 < pairs) {
        return Wide::No;
    }
    return even == 0 ? Wide::LittleEndian : Wide::BigEndian;
}

std::optional<std::string> fromUtf16(std::string_view bytes, bool bigEndian) {
    if (bytes.size() % 2 != 0) {
        return std::nullopt;
    }
    std::string out;
    char32_t high = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const auto first = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        const char32_t unit = bigEndian ? char32_t{first} * 256 + second : char32_t{second} * 256 + first;
        if (unit >= 0xD800 && unit < 0xDC00) {
            high = unit;
        } else if (unit >= 0xDC00 && unit < 0xE000) {
            if (high == 0) {
                return std::nullopt;
            }
            appendCodePoint(out, 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00));
            high = 0;
        } else {
            appendCodePoint(out, unit);
        }
    }
    return out;
}

/// Base letters of U+00C0 to U+017F; '?' marks a character without one.
constexpr std::string_view Plain =
    "AAAAAAACEEEEIIIIDNOOOOO?OUUUUYTsaaaaaaaceeeeiiiidnooooo?ouuuuyty"
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTt"
    "UuUuUuUuUuUuWwYyYZzZzZzs";

bool isUmlaut(char letter) {
    return letter == 'a' || letter == 'o' || letter == 'u';
}

std::string fold(std::string_view text, bool german) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto [c, length] = firstCodePoint(text.substr(at));
        at += length == 0 ? 1 : length;
        if (c < 0x80) {
            const char letter = static_cast<char>(c);
            const bool capital = letter >= 'A' && letter <= 'Z';
            const bool kept = capital || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
            if (kept) {
                out += capital ? static_cast<char>(letter - 'A' + 'a') : letter;
            } else if (!out.empty() && out.back() != ' ') {
                out += ' ';
            }
            continue;
        }
        if (c == 0xDF) {
            out += "ss";
        } else if (c == 0xC6 || c == 0xE6) {
            out += "ae";
        } else if (c == 0x152 || c == 0x153) {
            out += "oe";
        } else if (c >= 0xC0 && c < 0xC0 + Plain.size() && Plain[c - 0xC0] != '?') {
            const char plain = Plain[c - 0xC0];
            out += plain >= 'A' && plain <= 'Z' ? static_cast<char>(plain - 'A' + 'a') : plain;
            const bool umlaut = c == 0xC4 || c == 0xE4 || c == 0xD6 || c == 0xF6 || c == 0xDC || c == 0xFC ||
                                c == 0xD8 || c == 0xF8;
            if (german && umlaut) {
                out += 'e';
            }
            if (c == 0xC5 || c == 0xE5) {
                out += german ? "a" : "";
            }
        } else if (isWhiteSpace(c)) {
            out += out.empty() || out.back() == ' ' ? "" : " ";
        } else if (german && c == 0x308 && !out.empty() && isUmlaut(out.back())) {
            out += 'e'; // an umlaut as two code points
        } else if (const auto latin = latinOf(c)) {
            const bool ou = (c == 0x3C5 || c == 0x3CD || c == 0x3A5) && out.ends_with('o');
            out += ou ? std::string_view("u") : *latin;
        } else {
            appendCodePoint(out, c);
        }
    }
    while (!out.empty() && out.back() == ' ') {
        out.pop_back();
    }
    return out;
}

} // namespace

std::optional<std::string> decoded(std::string_view bytes, std::string_view named) {
    const std::string name = lowerAscii(named);
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
        return fromUtf16(bytes.substr(2), bytes[0] == '\xFE');
    }
    if (bytes.starts_with("\xEF\xBB\xBF")) {
        bytes.remove_prefix(3);
    }
    if (name == "utf-16" || name == "utf-16le" || name == "utf-16be") {
        return fromUtf16(bytes, name == "utf-16be");
    }
    if (const Wide wide = name.empty() ? wideOf(bytes) : Wide::No; wide != Wide::No) {
        return fromUtf16(bytes, wide == Wide::BigEndian);
    }
    if (name.empty() || name == "utf-8") {
        if (isUtf8(bytes)) {
            return std::string(bytes);
        }
        if (!name.empty()) {
            return std::nullopt;
        }
        return looksLikeDos(bytes) ? fromDos(bytes) : fromEightBit(bytes, true);
    }
    if (name == "cp850") {
        return fromDos(bytes);
    }
    return fromEightBit(bytes, name != "iso-8859-1");
}

std::string folded(std::string_view text) {
    return fold(text, false);
}

std::string foldedGerman(std::string_view text) {
    return fold(text, true);
}

std::string squashed(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')) {
            out += c;
        } else if (c >= 'a' && c <= 'z') {
            out += static_cast<char>(c - 'a' + 'A');
        }
    }
    return out;
}

bool isPlaceholder(std::string_view reference) {
    const std::string key = squashed(reference);
    return key == "NONREF" || key == "NOREF" || key == "NOTPROVIDED" ||
           key.find_first_not_of('0') == std::string::npos;
}

std::string oneLine(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto [c, length] = firstCodePoint(text.substr(at));
        const std::size_t step = length == 0 ? 1 : length;
        if (c < 0x20 || isWhiteSpace(c)) {
            out += out.empty() || out.back() == ' ' ? "" : " ";
        } else {
            out += text.substr(at, step);
        }
        at += step;
    }
    while (!out.empty() && out.back() == ' ') {
        out.pop_back();
    }
    return out;
}

bool isIban(std::string_view account) {
    if (account.size() < 15 || account.size() > 34) {
        return false;
    }
    unsigned rest = 0;
    for (std::size_t i = 0; i < account.size(); ++i) {
        const char c = account[(i + 4) % account.size()];
        const bool digit = c >= '0' && c <= '9';
        if (!digit && !(c >= 'A' && c <= 'Z')) {
            return false;
        }
        rest = digit ? (rest * 10 + static_cast<unsigned>(c - '0')) % 97
                     : (rest * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
    }
    const auto letter = [&](std::size_t i) { return account[i] >= 'A' && account[i] <= 'Z'; };
    return rest == 1 && letter(0) && letter(1) && !letter(2) && !letter(3);
}

std::optional<std::int64_t> minorOf(std::string_view digits, char point, Currency currency) {
    std::string text;
    for (const char c : digits) {
        if (c == point) {
            text += '.';
        } else if ((c >= '0' && c <= '9') || (c == '-' && text.empty())) {
            text += c;
        } else {
            return std::nullopt;
        }
    }
    if (!text.empty() && text.back() == '.') {
        text.pop_back();
    }
    // JSON's grammar knows no leading zeros and needs a digit before the point.
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    while (text.size() > sign + 1 && text[sign] == '0' && text[sign + 1] != '.') {
        text.erase(sign, 1);
    }
    if (text.size() > sign && text[sign] == '.') {
        text.insert(sign, "0");
    }
    const auto value = Decimal::parse(text);
    return value ? minorFromMajor(*value, currency) : std::nullopt;
}

} // namespace svc::bank
