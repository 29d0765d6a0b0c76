// Signed messages (CMS, RFC 5652) with the attributes of CAdES-BES (ETSI EN 319 122-1): `.p7m` files.
#pragma once

#include <string>
#include <string_view>

#include <svc/date.hpp>

#include "keys/held_key.hpp"

namespace svc::keys {

/// The content within a signed message, DER. Signed attributes: kind and digest of the content, the instant
/// (to seconds), and the certificate by its digest. The certificate of the key is in it. Digests are SHA-256,
/// with a key on P-384 SHA-384. Throws SigningFault when the key cannot be used or does not sign.
std::string signedMessage(std::string_view content, const HeldKey& key, Instant at);

} // namespace svc::keys
