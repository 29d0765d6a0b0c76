// ECDSA as the security devices of tills use it (BSI TR-03111). The length of the key selects the candidate
// curves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::de_kassensichv {

/// A digest of `ecdsa-plain-SHA256` …
struct Digest {
    const char* name; ///< name in OpenSSL
    char object;      ///< last byte of the object identifier of the algorithm
};
std::optional<Digest> digestOf(std::string_view algorithm);

struct PublicKey {
    std::string point;      ///< 04 || x || y
    bool isWrapped = false; ///< given as a SubjectPublicKeyInfo
    std::string curve;      ///< named by the SubjectPublicKeyInfo; else empty
};
/// A raw point or a SubjectPublicKeyInfo; nothing for other bytes.
std::optional<PublicKey> readPublicKey(std::string_view bytes);

struct Verified {
    std::string curve; ///< brainpoolP256r1
    std::string form;  ///< of the signature: plain (r || s) or der
};
/// The curve on which the signature verifies for message and key; nothing when it verifies on none.
std::optional<Verified> verifyingCurve(const PublicKey& key, const Digest& digest, std::string_view message,
                                       std::string_view signature);

/// A new private key on P-256, PEM.
std::string newPrivateKey();
/// The point of its public key, 04 || x || y.
std::string pointOf(std::string_view privatePem);

} // namespace svc::de_kassensichv
