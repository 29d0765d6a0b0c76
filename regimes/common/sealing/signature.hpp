#pragma once

#include <string>

#include <svc/call.hpp>

namespace svc::sealing {

/// An Ed25519 signature of the service. What is signed is the identifier of the company, a line break and
/// the text: what one company had signed is worth nothing in another.
struct Signature {
    std::string publicKey; ///< base 64
    std::string signature; ///< base 64
};

Signature sign(Call& call, const std::string& text);
/// Did this service sign it? A key that is not ours proves nothing: anybody has one.
bool isOurs(Call& call, const std::string& text, const Signature& signature);

} // namespace svc::sealing
