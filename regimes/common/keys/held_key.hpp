// A private key that signs without leaving the place where it is stored.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "keys/openssl.hpp"

namespace svc::keys {

/// A signer. Its owner does not hand out the private key.
struct HeldKey {
    std::string chainPem; ///< the certificate of the key first; those above it are not used
    /// Signs the bytes by JWA algorithm `RS256` (PKCS #1 v1.5), `ES256` or `ES384` (r and s one behind the
    /// other). Empty when it does not sign.
    std::function<std::string(std::string_view algorithm, std::string_view data)> sign;
};

/// A document or key that cannot be signed or used for signing.
class SigningFault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The certificate of the key. Throws SigningFault when it has none.
X509Owner certificateOf(const HeldKey& key);
/// The JWA algorithm of the key of a certificate: RSA `RS256`, P-256 `ES256`, P-384 `ES384`. Throws
/// SigningFault for other keys.
std::string_view signingAlgorithm(const X509* certificate);
/// The signature of the bytes. Throws SigningFault when there is none.
std::string signBy(const HeldKey& key, std::string_view algorithm, std::string_view data);

} // namespace svc::keys
