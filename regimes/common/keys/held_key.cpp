#include "keys/held_key.hpp"

#include <array>

#include <openssl/pem.h>

namespace svc::keys {

X509Owner certificateOf(const HeldKey& key) {
    X509Owner one(PEM_read_bio_X509(reading(key.chainPem).get(), nullptr, nullptr, nullptr));
    if (!one) {
        throw SigningFault("the key has no certificate");
    }
    return one;
}

std::string_view signingAlgorithm(const X509* certificate) {
    const EVP_PKEY* key = X509_get0_pubkey(certificate);
    if (key != nullptr && EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA) {
        return "RS256";
    }
    std::array<char, 64> curve{};
    std::size_t length = 0;
    if (key != nullptr && EVP_PKEY_get_group_name(key, curve.data(), curve.size(), &length) == 1) {
        const std::string_view name(curve.data(), length);
        if (name == "prime256v1" || name == "secp384r1") {
            return name == "prime256v1" ? "ES256" : "ES384";
        }
    }
    throw SigningFault("the certificate is neither of an RSA key nor of one on P-256 or P-384");
}

std::string signBy(const HeldKey& key, std::string_view algorithm, std::string_view data) {
    std::string signature = key.sign(algorithm, data);
    if (signature.empty()) {
        throw SigningFault("the key does not sign");
    }
    return signature;
}

} // namespace svc::keys
