#pragma once

#include "host/auth/signer.hpp"
#include "host/core/catalogue.hpp"

namespace svc::host::auth {

/// Offers the commands secrets.sign and secrets.verify: signatures that third parties can verify with the
/// public key. The signed text is the company, a line break and the text.
void offerSignatures(Catalogue& catalogue, const Signer& signer);

} // namespace svc::host::auth
