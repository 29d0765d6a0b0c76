#include "host/auth/totp.hpp"

#include "host/auth/digest.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <cstddef>
#include <stdexcept>

namespace svc::host::auth {
namespace {

constexpr std::string_view Base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::int64_t StepSeconds = 30;

std::string percentEncoded(std::string_view text) {
    constexpr std::string_view Digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto value = static_cast<unsigned char>(c);
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
            c == '-' || c == '_' || c == '@') {
            result += c;
        } else {
            result += '%';
            result += Digits[value >> 4U];
            result += Digits[value & 15U];
        }
    }
    return result;
}

} // namespace

std::string base32Encode(std::string_view bytes) {
    std::string text;
    std::uint32_t window = 0;
    unsigned bits = 0;
    for (const char c : bytes) {
        window = (window << 8U) | static_cast<unsigned char>(c);
        for (bits += 8; bits >= 5;) {
            bits -= 5;
            text += Base32Alphabet[(window >> bits) & 31U];
        }
    }
    if (bits > 0) {
        text += Base32Alphabet[(window << (5U - bits)) & 31U];
    }
    return text;
}

std::optional<std::string> base32Decode(std::string_view text) {
    std::string bytes;
    std::uint32_t window = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        const std::size_t value = Base32Alphabet.find(upper);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        window = (window << 5U) | static_cast<std::uint32_t>(value);
        bits += 5;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(static_cast<unsigned char>(window >> bits));
        }
    }
    return bytes;
}

std::string makeTotpSecret() {
    return base32Encode(randomBytes(20));
}

std::int64_t totpStep(Instant instant) {
    return instant.seconds() / StepSeconds;
}

std::string totpCode(std::string_view secretBytes, std::int64_t step, int digits) {
    std::array<unsigned char, 8> counter{};
    for (std::size_t i = 0; i < counter.size(); ++i) {
        counter[i] = static_cast<unsigned char>(static_cast<std::uint64_t>(step) >> (56U - 8U * i));
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
    unsigned length = 0;
    if (HMAC(EVP_sha1(), secretBytes.data(), static_cast<int>(secretBytes.size()), counter.data(),
             counter.size(), mac.data(), &length) == nullptr) {
        throw std::runtime_error("OpenSSL cannot compute HMAC");
    }
    const std::size_t offset = mac[length - 1] & 15U;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = (value << 8U) | mac[offset + i];
    }
    value &= 0x7FFFFFFFU;
    std::string code(static_cast<std::size_t>(digits), '0');
    for (auto at = code.rbegin(); at != code.rend(); ++at, value /= 10) {
        *at = static_cast<char>('0' + value % 10);
    }
    return code;
}

std::optional<std::int64_t> matchTotp(std::string_view secret, std::string_view code, Instant now,
                                      std::int64_t lastStep) {
    const auto bytes = base32Decode(secret);
    if (!bytes || code.size() != 6) {
        return std::nullopt;
    }
    const std::int64_t present = totpStep(now);
    std::optional<std::int64_t> match;
    for (std::int64_t step = present - 1; step <= present + 1; ++step) {
        if (equalInConstantTime(totpCode(*bytes, step), code) && step > lastStep) {
            match = step;
        }
    }
    return match;
}

std::string totpAddress(std::string_view secret, std::string_view account) {
    return "otpauth://totp/svc:" + percentEncoded(account) + "?secret=" + std::string(secret) + "&issuer=svc";
}

} // namespace svc::host::auth
