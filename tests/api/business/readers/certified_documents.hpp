// Signed documents of Portugal, verified without any code of the service.
#pragma once

#include <string>

#include <svc/json.hpp>

namespace svc::test {

/// `key` and `publicKey` of the vectors: a key for tests.
const Json& certifiedVectors();
/// RSA with SHA-1, PKCS #1 v1.5, by the public key of the vectors; the signature in base 64.
bool isSignedByTheTestKey(const std::string& message, const std::string& signature);

} // namespace svc::test
