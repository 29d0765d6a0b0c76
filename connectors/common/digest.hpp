/// Digests and message authentication codes that providers require.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

namespace svc::connector {

/// The digest as raw bytes. `kind`: EVP_sha256(), EVP_sha512(), …
inline std::string digestOf(const EVP_MD* kind, std::string_view bytes) {
    std::array<char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size, kind,
                   nullptr) != 1) {
        throw Fault("OpenSSL does not know a digest");
    }
    return {digest.data(), size};
}

inline std::string sha256Hex(std::string_view bytes) {
    return hexEncode(digestOf(EVP_sha256(), bytes));
}

/// HMAC-SHA256 as raw bytes.
inline std::string hmacSha256(std::string_view key, std::string_view message) {
    std::array<char, EVP_MAX_MD_SIZE> code{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(message.data()), message.size(),
             reinterpret_cast<unsigned char*>(code.data()), &size) == nullptr) {
        throw Fault("OpenSSL makes no HMAC");
    }
    return {code.data(), size};
}

/// Compares in constant time.
inline bool isSame(std::string_view one, std::string_view other) {
    return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

} // namespace svc::connector
