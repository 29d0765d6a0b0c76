// Enveloped XML signatures with the properties of XAdES-BES (ETSI TS 101 903 1.4.1, ETSI EN 319 132-1).
#pragma once

#include <string>
#include <string_view>

#include <svc/date.hpp>

#include "keys/held_key.hpp"

namespace svc::xades {

using keys::HeldKey;
using keys::SigningFault;

/// Canonical form of the signed parts (W3C). `Inclusive`: Canonical XML 1.0. `Exclusive`: Exclusive Canonical
/// XML 1.0. Both without comments.
enum class Canonical { Inclusive, Exclusive };

/// How the signed properties name the certificate. `V2`: SigningCertificateV2, by its digest. `V1`:
/// SigningCertificate, by its digest, issuer and serial number, which older receivers want.
enum class CertificateReference { V1, V2 };

struct Form {
    Canonical canonical = Canonical::Exclusive;
    CertificateReference reference = CertificateReference::V2;
    std::string id = "xades";  ///< prefix of the identifiers in the signature; the document must not use it
    std::string mimeType = {}; ///< DataObjectFormat of the document; empty: it is left out
    std::string description = {}; ///< of the document, beside its MIME type
};

/// The document with a `ds:Signature` as the last element in its root. It signs the document without the
/// signature, and the signed properties: the instant (to seconds) and the certificate. Digests are SHA-256;
/// the algorithm of the signature is that of the key (RSA: RS256, P-256: ES256, P-384: ES384). Throws
/// SigningFault when the text is no XML within the usual bounds, the chain has no certificate, or its key is
/// of another kind.
std::string signEnveloped(std::string_view document, const HeldKey& key, Instant at, const Form& form = {});

} // namespace svc::xades
