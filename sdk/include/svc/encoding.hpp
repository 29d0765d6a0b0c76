#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace svc {

/// Two lower-case hexadecimal digits per byte.
inline std::string hexEncode(std::string_view bytes) {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        text += Digits[static_cast<unsigned char>(c) >> 4U];
        text += Digits[static_cast<unsigned char>(c) & 15U];
    }
    return text;
}

/// The bytes of hexadecimal text of either case; nothing for an odd length or another character.
inline std::optional<std::string> hexDecode(std::string_view text) {
    const auto valueOf = [](char c) -> unsigned {
        if (c >= '0' && c <= '9') {
            return static_cast<unsigned>(c - '0');
        }
        if (c >= 'a' && c <= 'f') {
            return static_cast<unsigned>(c - 'a') + 10U;
        }
        return c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A') + 10U : 16U;
    };
    if (text.size() % 2 != 0) {
        return std::nullopt;
    }
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const unsigned high = valueOf(text[i]);
        const unsigned low = valueOf(text[i + 1]);
        if (high > 15 || low > 15) {
            return std::nullopt;
        }
        bytes += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
    }
    return bytes;
}

namespace detail {

inline constexpr std::string_view Base64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::string_view Base64UrlDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The value of each character; 64 for characters outside the alphabet.
using Base64Values = std::array<std::uint8_t, 256>;
constexpr Base64Values base64ValuesOf(std::string_view digits) {
    Base64Values values{};
    for (std::uint8_t& value : values) {
        value = 64;
    }
    for (std::size_t i = 0; i < digits.size(); ++i) {
        values[static_cast<unsigned char>(digits[i])] = static_cast<std::uint8_t>(i);
    }
    return values;
}
inline constexpr Base64Values Base64ValueOf = base64ValuesOf(Base64Digits);
inline constexpr Base64Values Base64UrlValueOf = base64ValuesOf(Base64UrlDigits);

/// Without padding.
inline std::string base64Encode(std::string_view bytes, std::string_view digits) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    const auto byte = [&](std::size_t at) -> std::uint32_t { return static_cast<unsigned char>(bytes[at]); };
    std::size_t at = 0;
    for (; at + 3 <= bytes.size(); at += 3) {
        const std::uint32_t window = byte(at) << 16U | byte(at + 1) << 8U | byte(at + 2);
        const std::array<char, 4> four = {digits[window >> 18U], digits[window >> 12U & 63U],
                                          digits[window >> 6U & 63U], digits[window & 63U]};
        text.append(four.data(), four.size());
    }
    if (at + 1 == bytes.size()) {
        text += digits[byte(at) >> 2U];
        text += digits[byte(at) << 4U & 63U];
    } else if (at + 2 == bytes.size()) {
        text += digits[byte(at) >> 2U];
        text += digits[(byte(at) << 4U | byte(at + 1) >> 4U) & 63U];
        text += digits[byte(at + 1) << 2U & 63U];
    }
    return text;
}

/// Decodes text without padding. No value for a character outside the alphabet, an impossible length or
/// non-zero trailing bits.
inline std::optional<std::string> base64Decode(std::string_view text, const Base64Values& values) {
    if (text.size() % 4 == 1) {
        return std::nullopt;
    }
    std::string bytes(text.size() * 3 / 4, '\0');
    for (std::size_t from = 0, to = 0; from < text.size(); from += 4) {
        std::uint32_t window = 0;
        std::uint32_t seen = 0;
        for (std::size_t i = from; i < from + 4; ++i) {
            const std::uint32_t value = i < text.size() ? values[static_cast<unsigned char>(text[i])] : 0U;
            window = window << 6U | value;
            seen |= value;
        }
        if (seen > 63) {
            return std::nullopt;
        }
        for (unsigned shift = 24; shift > 0;) {
            shift -= 8;
            const auto byte = static_cast<unsigned char>(window >> shift & 255U);
            if (to < bytes.size()) {
                bytes[to++] = static_cast<char>(byte);
            } else if (byte != 0) {
                return std::nullopt;
            }
        }
    }
    return bytes;
}

} // namespace detail

/// Base 64 with the alphabet for URLs (RFC 4648 section 5), without padding.
///
/// Example:
///   base64UrlEncode("\xfb\xff");    // "-_8"
inline std::string base64UrlEncode(std::string_view bytes) {
    return detail::base64Encode(bytes, detail::Base64UrlDigits);
}

/// Decodes base64url text without padding. No value for a character outside the alphabet, an impossible
/// length or non-zero trailing bits, so that every byte string has exactly one text.
inline std::optional<std::string> base64UrlDecode(std::string_view text) {
    return detail::base64Decode(text, detail::Base64UrlValueOf);
}

/// Base 64 with the usual alphabet and padding (RFC 4648 section 4).
inline std::string base64Encode(std::string_view bytes) {
    std::string text = detail::base64Encode(bytes, detail::Base64Digits);
    text.append((4 - text.size() % 4) % 4, '=');
    return text;
}

/// Decodes padded base 64; no value for other characters, including white space, or a wrong length.
inline std::optional<std::string> base64Decode(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    const std::size_t padding = text.empty()                   ? 0
                                : text.back() != '='           ? 0
                                : text[text.size() - 2] == '=' ? 2
                                                               : 1;
    return detail::base64Decode(text.substr(0, text.size() - padding), detail::Base64ValueOf);
}

/// Digits of base 62 in the order 0-9, A-Z, a-z.
inline constexpr std::string_view Base62Alphabet =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A number in base 62, padded on the left with `0` to at least `width` characters.
inline std::string base62Encode(std::uint64_t value, std::size_t width = 1) {
    std::string text;
    for (; value != 0 || text.size() < width; value /= 62) {
        text.insert(text.begin(), Base62Alphabet[value % 62]);
    }
    return text;
}

namespace detail {

constexpr std::array<std::uint32_t, 256> crc32Table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 1U) != 0 ? 0xEDB88320U ^ (value >> 1U) : value >> 1U;
        }
        table[i] = value;
    }
    return table;
}

inline constexpr std::array<std::uint32_t, 256> Crc32Table = crc32Table();

} // namespace detail

/// CRC-32 of ISO 3309 (the one of zip and PNG); of "123456789" it is 0xCBF43926.
constexpr std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t value = 0xFFFFFFFFU;
    for (const char c : bytes) {
        value = detail::Crc32Table[(value ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (value >> 8U);
    }
    return value ^ 0xFFFFFFFFU;
}

/// Characters that protect an API key against typing errors (API definitions 3.1).
inline constexpr std::size_t KeyChecksumLength = 6;

/// The last 6 characters of an API key: CRC-32 of everything before them, including the marker.
inline std::string keyChecksum(std::string_view markerAndRandom) {
    return base62Encode(crc32(markerAndRandom), KeyChecksumLength);
}

/// Whether the last 6 characters of a key are the checksum of the rest. A key that fails needs no database
/// look-up.
inline bool hasValidKeyChecksum(std::string_view key) {
    return key.size() > KeyChecksumLength && key.substr(key.size() - KeyChecksumLength) ==
                                                 keyChecksum(key.substr(0, key.size() - KeyChecksumLength));
}

} // namespace svc
