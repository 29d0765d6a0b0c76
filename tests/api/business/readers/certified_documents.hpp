// Verifies signed documents of Portugal without code of the service.
#pragma once

#include <string>

#include <svc/json.hpp>

namespace svc::test {

/// `key` and `publicKey` of the test vectors.
const Json& certifiedVectors();
/// Verifies RSA with SHA-1, PKCS #1 v1.5, with the public key of the vectors; the signature is in base 64.
bool isSignedByTheTestKey(const std::string& message, const std::string& signature);

} // namespace svc::test
