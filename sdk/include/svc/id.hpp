#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace svc {

/// A UUID: 16 bytes, in the order of its text form.
///
/// Example:
///   const auto id = Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8057");
///   encodeId("sal", *id);    // "sal_01h455vb4pex5vsknk084sn02q"
class Uuid {
public:
    using Bytes = std::array<std::uint8_t, 16>;

    /// The nil UUID: all bits zero.
    constexpr Uuid() = default;
    constexpr explicit Uuid(const Bytes& bytes) : bytes_(bytes) {}

    /// Copies the 16 bytes at `bytes`, the form of the binary contract.
    static constexpr Uuid fromBytes(const std::uint8_t* bytes) {
        Uuid id;
        for (std::size_t i = 0; i < id.bytes_.size(); ++i) {
            id.bytes_[i] = bytes[i];
        }
        return id;
    }

    /// Reads the 36 characters with hyphens, in either case; no value for any other text.
    static constexpr std::optional<Uuid> parse(std::string_view text) {
        if (text.size() != 36) {
            return std::nullopt;
        }
        Bytes bytes{};
        std::size_t nibbles = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (c != '-') {
                    return std::nullopt;
                }
                continue;
            }
            const bool digit = c >= '0' && c <= '9';
            const bool lower = c >= 'a' && c <= 'f';
            if (!digit && !lower && !(c >= 'A' && c <= 'F')) {
                return std::nullopt;
            }
            const int value = digit ? c - '0' : (lower ? c - 'a' : c - 'A') + 10;
            std::uint8_t& byte = bytes[nibbles++ / 2];
            byte = static_cast<std::uint8_t>(byte * 16 + value);
        }
        return Uuid(bytes);
    }

    /// 36 characters in lower case, as PostgreSQL writes them.
    std::string toString() const {
        constexpr std::string_view Digits = "0123456789abcdef";
        std::string text(36, '-');
        std::size_t at = 0;
        for (const std::uint8_t byte : bytes_) {
            at += at == 8 || at == 13 || at == 18 || at == 23 ? 1U : 0U;
            text[at++] = Digits[byte >> 4U];
            text[at++] = Digits[byte & 15U];
        }
        return text;
    }

    constexpr const Bytes& bytes() const { return bytes_; }
    constexpr bool isNil() const { return *this == Uuid(); }
    constexpr bool operator==(const Uuid&) const = default;
    constexpr std::strong_ordering operator<=>(const Uuid& other) const {
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            if (bytes_[i] != other.bytes_[i]) {
                return bytes_[i] <=> other.bytes_[i];
            }
        }
        return std::strong_ordering::equal;
    }

private:
    Bytes bytes_{};
};

/// A UUID of version 7 (RFC 9562): 48 bits of milliseconds since 1970, followed by 74 of the random bits.
constexpr Uuid makeUuidV7(std::int64_t unixMillis, std::span<const std::uint8_t, 10> randomBytes) {
    Uuid::Bytes bytes{};
    const auto time = static_cast<std::uint64_t>(unixMillis);
    for (std::size_t i = 0; i < 6; ++i) {
        bytes[i] = static_cast<std::uint8_t>(time >> (40U - 8U * i));
    }
    for (std::size_t i = 0; i < 10; ++i) {
        bytes[6 + i] = randomBytes[i];
    }
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | 0x70U);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
    return Uuid(bytes);
}

namespace detail {

inline constexpr std::string_view TypeIdAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/// Value of a letter of the alphabet, 32 for any other character.
constexpr std::array<std::uint8_t, 256> typeIdValues() {
    std::array<std::uint8_t, 256> values{};
    values.fill(32);
    for (std::size_t i = 0; i < TypeIdAlphabet.size(); ++i) {
        values[static_cast<unsigned char>(TypeIdAlphabet[i])] = static_cast<std::uint8_t>(i);
    }
    return values;
}

inline constexpr std::array<std::uint8_t, 256> TypeIdValues = typeIdValues();

} // namespace detail

/// Appends the 26 characters of a TypeID: Crockford base 32 in lower case, with two zero bits in front.
inline void appendTypeIdSuffix(std::string& out, const Uuid& id) {
    std::array<char, 26> text{};
    // Reads the 128 bits from their end, five at a time.
    std::uint32_t window = 0;
    unsigned bits = 0;
    std::size_t at = text.size();
    for (std::size_t i = id.bytes().size(); i-- > 0;) {
        window |= static_cast<std::uint32_t>(id.bytes()[i]) << bits;
        bits += 8;
        for (; bits >= 5; bits -= 5) {
            text[--at] = detail::TypeIdAlphabet[window & 31U];
            window >>= 5U;
        }
    }
    text[0] = detail::TypeIdAlphabet[window & 31U];
    out.append(text.data(), text.size());
}

/// Like appendTypeIdSuffix(), as a new string.
inline std::string encodeTypeIdSuffix(const Uuid& id) {
    std::string text;
    appendTypeIdSuffix(text, id);
    return text;
}

/// Reads the 26 characters of a TypeID; no value for another length, a capital letter, a letter that is not
/// in the alphabet (i, l, o, u) or a value above 128 bits (first character above 7).
constexpr std::optional<Uuid> decodeTypeIdSuffix(std::string_view text) {
    if (text.size() != 26 || text[0] > '7') {
        return std::nullopt;
    }
    Uuid::Bytes bytes{};
    std::uint32_t window = 0;
    unsigned bits = 0;
    std::size_t at = bytes.size();
    for (std::size_t i = text.size(); i-- > 0;) {
        const std::uint32_t value = detail::TypeIdValues[static_cast<unsigned char>(text[i])];
        if (value > 31) {
            return std::nullopt;
        }
        window |= value << bits;
        bits += 5;
        if (bits >= 8 && at > 0) {
            bytes[--at] = static_cast<std::uint8_t>(window);
            window >>= 8U;
            bits -= 8;
        }
    }
    return Uuid(bytes);
}

/// `prefix_` followed by the 26 characters: an identifier of the API (API definitions 1.2).
inline std::string encodeId(std::string_view prefix, const Uuid& id) {
    std::string text;
    text.reserve(prefix.size() + 27);
    text += prefix;
    text += '_';
    appendTypeIdSuffix(text, id);
    return text;
}

/// Reads an identifier with exactly this prefix. No value for any other text: the caller should answer as if
/// the record did not exist.
constexpr std::optional<Uuid> decodeId(std::string_view prefix, std::string_view text) {
    if (text.size() != prefix.size() + 27 || text.substr(0, prefix.size()) != prefix ||
        text[prefix.size()] != '_') {
        return std::nullopt;
    }
    return decodeTypeIdSuffix(text.substr(prefix.size() + 1));
}

/// An identifier of one kind of record. Tag has `static constexpr std::string_view Prefix`.
///
/// Example:
///   struct SaleTag { static constexpr std::string_view Prefix = "sal"; };
///   using SaleId = Id<SaleTag>;
///   const std::optional<SaleId> id = SaleId::parse(request.path("saleId"));
template <class Tag>
class Id {
public:
    constexpr Id() = default;
    constexpr explicit Id(const Uuid& uuid) : uuid_(uuid) {}

    static constexpr std::string_view prefix() { return Tag::Prefix; }
    /// See decodeId.
    static constexpr std::optional<Id> parse(std::string_view text) {
        const auto uuid = decodeId(Tag::Prefix, text);
        return uuid ? std::optional(Id(*uuid)) : std::nullopt;
    }

    /// A text that is no identifier of this kind becomes the nil one, which no record has.
    static constexpr Id parseOrNil(std::string_view text) { return parse(text).value_or(Id()); }

    constexpr const Uuid& uuid() const { return uuid_; }
    std::string toString() const { return encodeId(Tag::Prefix, uuid_); }
    constexpr bool operator==(const Id&) const = default;
    constexpr auto operator<=>(const Id&) const = default;

private:
    Uuid uuid_;
};

/// The text of a prefix as a template argument.
template <std::size_t Size>
struct PrefixText {
    // Converts a string literal, as in PrefixedId<"sal">.
    consteval PrefixText(const char (&text)[Size]) { // NOLINT(google-explicit-constructor)
        for (std::size_t i = 0; i + 1 < Size; ++i) {
            letters[i] = text[i];
        }
    }
    char letters[Size - 1] = {};
};

template <PrefixText Text>
struct PrefixTag {
    static constexpr std::string_view Prefix{Text.letters, sizeof Text.letters};
};

/// Identifiers with one prefix. The type is the same wherever the prefix is written. svc-bind declares
/// aliases with the names of the records.
///
/// Example:
///   using SaleId = PrefixedId<"sal">;
template <PrefixText Text>
using PrefixedId = Id<PrefixTag<Text>>;

/// The company of a call; see Call::shownCompanyId().
using CompanyId = PrefixedId<"com">;

/// Does the text start with the prefix of this kind? The rest is not checked: use Kind::parse for that.
///
/// Example:
///   const bool isSale = hasPrefixOf<SaleId>(document);
template <class Kind>
constexpr bool hasPrefixOf(std::string_view text) {
    const std::string_view prefix = Kind::prefix();
    return text.size() > prefix.size() && text.substr(0, prefix.size()) == prefix &&
           text[prefix.size()] == '_';
}

} // namespace svc

template <>
struct std::hash<svc::Uuid> {
    std::size_t operator()(const svc::Uuid& id) const noexcept {
        // The last eight bytes of a version 7 UUID are random except for two bits, so they serve as a hash.
        std::size_t value = 0;
        for (std::size_t i = 8; i < 16; ++i) {
            value = value * 256 + id.bytes()[i];
        }
        return value;
    }
};

template <class Tag>
struct std::hash<svc::Id<Tag>> {
    std::size_t operator()(const svc::Id<Tag>& id) const noexcept {
        return std::hash<svc::Uuid>()(id.uuid());
    }
};
