#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace svc::keys {

/// RS1 and RS256: PKCS #1 v1.5. PS256: RSASSA-PSS with SHA-256, also in MGF1, and 32 bytes of salt. ES256 and
/// ES384: r and s one behind the other, as JWS has them.
enum class Algorithm { Rs1, Rs256, Ps256, Es256, Es384 };

/// Nothing when the text is no such algorithm.
std::optional<Algorithm> algorithmOf(std::string_view name);

/// A private key that is parsed once and shared by any number of threads. It keeps signing contexts: parsing
/// PEM costs OpenSSL more than a signature by an elliptic curve, and creating a context costs a part of one.
/// Copies share the same key.
class PrivateKey {
public:
    /// Nothing when the text is no private key.
    static std::optional<PrivateKey> read(std::string_view privatePem);

    /// Does the key type match the algorithm and, on a curve, the key size?
    bool suits(Algorithm algorithm) const;
    /// Throws when the key does not suit the algorithm.
    std::string sign(Algorithm algorithm, std::string_view data) const;

private:
    class Signers;

    explicit PrivateKey(std::shared_ptr<Signers> signers) : signers_(std::move(signers)) {}

    std::shared_ptr<Signers> signers_;
};

/// A signature of the algorithm as X.509 and CMS have it: of elliptic curves r and s in DER. Empty when it
/// has another length.
std::string derSignature(Algorithm algorithm, std::string_view signature);

/// `publicDer`: SubjectPublicKeyInfo.
bool verifies(std::string_view publicDer, Algorithm algorithm, std::string_view data,
              std::string_view signature);

} // namespace svc::keys
