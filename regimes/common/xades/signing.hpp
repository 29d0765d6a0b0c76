// Enveloped XML signatures with the properties of XAdES-BES (ETSI TS 101 903 1.4.1, ETSI EN 319 132-1).
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc::xades {

/// What signs. The private key stays with its keeper.
struct Key {
    std::string chainPem; ///< the certificate of the key first; those above it are not written
    /// Signs the bytes by JWA algorithm `RS256` (PKCS #1 v1.5), `ES256` or `ES384` (r and s one behind the
    /// other, as XML signatures want them too).
    std::function<std::string(std::string_view algorithm, std::string_view data)> sign;
};

/// Canonical form of the signed parts (W3C). `Inclusive`: Canonical XML 1.0. `Exclusive`: Exclusive Canonical
/// XML 1.0. Both without comments.
enum class Canonical { Inclusive, Exclusive };

/// How the signed properties name the certificate. `V2`: SigningCertificateV2, by its digest. `V1`:
/// SigningCertificate, by its digest, issuer and serial number, which older receivers want.
enum class CertificateReference { V1, V2 };

struct Form {
    Canonical canonical = Canonical::Exclusive;
    CertificateReference reference = CertificateReference::V2;
    std::string id = "xades";     ///< identifiers in the signature begin so; none of the document may
    std::string mimeType = {};    ///< DataObjectFormat of the document; empty: it is left out
    std::string description = {}; ///< of the document, beside its MIME type
};

/// A document or key that cannot be signed or used for signing.
class SigningFault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The document with a `ds:Signature` as the last element in its root. It signs the document without the
/// signature, and the signed properties: the instant (to seconds) and the certificate. Digests are SHA-256;
/// the algorithm of the signature is that of the key (RSA: RS256, P-256: ES256, P-384: ES384). Throws
/// SigningFault when the text is no XML within the usual bounds, the chain has no certificate, or its key is
/// of another kind.
std::string signEnveloped(std::string_view document, const Key& key, Instant at, const Form& form = {});

} // namespace svc::xades
