#pragma once

#include <svc/call.hpp>

namespace svc::verifactu {

/// `{ name, pem }`: a null `pem` removes the certificate.
Json keepCertificate(Call& call, const Json& input);

} // namespace svc::verifactu
