#pragma once

#include "host/auth/sealer.hpp"
#include "host/auth/signer.hpp"
#include "host/core/catalogue.hpp"

namespace svc::host::auth {

/// Offers secrets.seal and secrets.open, by which plugins keep what they must read again. `sealer` has keys
/// of their own.
void offerSecrets(Catalogue& catalogue, const Sealer& sealer);

/// Offers secrets.sign and secrets.verify: signatures that outsiders verify with the public key. What is
/// signed is the company, a line break and the text.
void offerSignatures(Catalogue& catalogue, const Signer& signer);

} // namespace svc::host::auth
