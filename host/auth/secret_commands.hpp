#pragma once

#include "host/auth/signer.hpp"
#include "host/core/catalogue.hpp"

namespace svc::host::auth {

/// Offers secrets.sign and secrets.verify: signatures that outsiders verify with the public key. What is
/// signed is the company, a line break and the text.
void offerSignatures(Catalogue& catalogue, const Signer& signer);

} // namespace svc::host::auth
