#include "host/auth/digest.hpp"

#include <svc/encoding.hpp>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <memory>
#include <stdexcept>

namespace svc::host::auth {

std::string sha256(std::string_view bytes) {
    // Fetched once: OpenSSL would otherwise look the algorithm up for each text.
    static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> algorithm(
        EVP_MD_fetch(nullptr, "SHA256", nullptr), &EVP_MD_free);
    std::string digest(32, '\0');
    unsigned length = 0;
    if (!algorithm || EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()),
                                 &length, algorithm.get(), nullptr) != 1) {
        throw std::runtime_error("OpenSSL cannot compute SHA-256");
    }
    return digest;
}

std::string byteaText(std::string_view bytes) {
    return "\\x" + hexEncode(bytes);
}

std::string digestParameter(std::string_view secret) {
    return byteaText(sha256(secret));
}

std::string randomBytes(std::size_t count) {
    std::string bytes(count, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1) {
        throw std::runtime_error("OpenSSL has no random bytes");
    }
    return bytes;
}

std::string randomAlphanumeric(std::size_t count) {
    // 248 is the largest multiple of 62 in a byte: bytes above it would favour the first characters.
    constexpr unsigned Limit = 248;
    std::string text;
    text.reserve(count);
    while (text.size() < count) {
        for (const char c : randomBytes(count)) {
            const auto value = static_cast<unsigned char>(c);
            if (value < Limit && text.size() < count) {
                text += Base62Alphabet[value % 62];
            }
        }
    }
    return text;
}

bool equalInConstantTime(std::string_view a, std::string_view b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace svc::host::auth
