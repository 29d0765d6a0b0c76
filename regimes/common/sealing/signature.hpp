#pragma once

#include <string>

#include <svc/call.hpp>

namespace svc::sealing {

/// An Ed25519 signature of the service. The signed text is the identifier of the company, a line break and
/// the text, so the signature of one company does not verify for another.
struct Signature {
    std::string publicKey; ///< base 64
    std::string signature; ///< base 64
};

Signature sign(Call& call, const std::string& text);
/// Did this service sign it? A valid signature by any other key proves nothing.
bool isOurs(Call& call, const std::string& text, const Signature& signature);

} // namespace svc::sealing
