#pragma once

#include <svc/call.hpp>

namespace svc::verifactu {

/// `{ name, pem }`: a null `pem` takes the certificate away.
Json keepCertificate(Call& call, const Json& input);

} // namespace svc::verifactu
