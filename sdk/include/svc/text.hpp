#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace svc {

/// Is it one of 0 to 9? Independent of the locale.
constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// A Unicode character and its length in UTF-8, in bytes.
struct CodePoint {
    char32_t value = 0;
    std::size_t length = 0;
};

/// The first character of UTF-8 text; length 0 when the text is empty or its start is not UTF-8 (wrong
/// continuation, overlong form, surrogate, above U+10FFFF).
constexpr CodePoint firstCodePoint(std::string_view text) {
    if (text.empty()) {
        return {};
    }
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byteAt(0);
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t length = lead >= 0xF0 ? 4U : (lead >= 0xE0 ? 3U : 2U);
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) {
        return {};
    }
    char32_t value = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byteAt(i) & 0xC0U) != 0x80U) {
            return {};
        }
        value = (value << 6U) | (byteAt(i) & 0x3FU);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || (value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF) {
        return {};
    }
    return {value, length};
}

/// Removes the first character from a text that is not empty and returns it; an invalid byte gives U+FFFD.
///
/// Example:
///   for (std::string_view rest = text; !rest.empty();) { use(takeCodePoint(rest)); }
constexpr char32_t takeCodePoint(std::string_view& text) {
    const CodePoint first = firstCodePoint(text);
    text.remove_prefix(first.length == 0 ? 1 : first.length);
    return first.length == 0 ? char32_t{0xFFFD} : first.value;
}

/// Appends a character in UTF-8.
inline void appendCodePoint(std::string& text, char32_t character) {
    const auto c = static_cast<std::uint32_t>(character);
    const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0U | (c >> 6U));
        put(0x80U | (c & 0x3FU));
    } else if (c < 0x10000) {
        put(0xE0U | (c >> 12U));
        put(0x80U | ((c >> 6U) & 0x3FU));
        put(0x80U | (c & 0x3FU));
    } else {
        put(0xF0U | (c >> 18U));
        put(0x80U | ((c >> 12U) & 0x3FU));
        put(0x80U | ((c >> 6U) & 0x3FU));
        put(0x80U | (c & 0x3FU));
    }
}

/// The Unicode property White_Space, and U+FEFF, the byte order mark of files.
constexpr bool isWhiteSpace(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000 || c == 0xFEFF;
}

/// Whether the bytes are valid UTF-8 (no overlong form, no surrogate).
constexpr bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const std::size_t length = firstCodePoint(text.substr(at)).length;
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}

/// The text itself when it is UTF-8; else a copy with U+FFFD for each invalid byte.
inline std::string asUtf8(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        appendCodePoint(clean, takeCodePoint(text));
    }
    return clean;
}

/// Number of code points of valid UTF-8 text: the unit of length limits in request bodies.
constexpr std::size_t utf8Length(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) {
        count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
    }
    return count;
}

/// The first `characters` code points of valid UTF-8 text.
constexpr std::string_view utf8Prefix(std::string_view text, std::size_t characters) {
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) {
            if (characters == 0) {
                break;
            }
            --characters;
        }
    }
    return text.substr(0, at);
}

/// Removes Unicode white space at both ends. Strings of a body are validated after trimming (API definitions
/// 1.1).
///
/// Example:
///   trim("\u00a0 Durand\n");    // "Durand"
constexpr std::string_view trim(std::string_view text) {
    while (!text.empty()) {
        const CodePoint first = firstCodePoint(text);
        if (first.length == 0 || !isWhiteSpace(first.value)) {
            break;
        }
        text.remove_prefix(first.length);
    }
    while (!text.empty()) {
        std::size_t start = text.size() - 1;
        while (start > 0 && text.size() - start < 4 &&
               (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) {
            --start;
        }
        const CodePoint last = firstCodePoint(text.substr(start));
        if (last.length != text.size() - start || !isWhiteSpace(last.value)) {
            break;
        }
        text.remove_suffix(last.length);
    }
    return text;
}

/// Converts A to Z to lower case; all other bytes are unchanged.
inline std::string lowerAscii(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

/// Converts a to z to upper case; all other bytes are unchanged.
inline std::string upperAscii(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return result;
}

/// Compares two texts ignoring the case of ASCII letters (header names).
constexpr bool equalsIgnoreCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (lower(a[i]) != lower(b[i])) {
            return false;
        }
    }
    return true;
}

/// The parts between separators; "a,,b" has three, "" has none. The views point into `text`.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    if (text.empty()) {
        return parts;
    }
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

/// Reads the whole text as a decimal integer: optional minus sign and digits, nothing else.
inline std::optional<std::int64_t> parseInt64(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && at == end && !text.empty() ? std::optional(value) : std::nullopt;
}

/// Reads the whole text as a decimal integer without sign.
inline std::optional<std::uint64_t> parseUint64(std::string_view text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && at == end && !text.empty() ? std::optional(value) : std::nullopt;
}

} // namespace svc
