// Signed messages (CMS, RFC 5652) with the attributes of CAdES-BES (ETSI EN 319 122-1): `.p7m` files.
#pragma once

#include <string>
#include <string_view>

#include <svc/date.hpp>

#include "keys/held_key.hpp"

namespace svc::keys {

/// The content in a signed message, DER. Signed attributes: content type, digest of the content, signing time
/// (to seconds), and the digest of the certificate. The message contains the certificate of the key. Digests
/// are SHA-256, with a key on P-384 SHA-384. Throws SigningFault when the key cannot be used or does not
/// sign.
std::string signedMessage(std::string_view content, const HeldKey& key, Instant at);

} // namespace svc::keys
