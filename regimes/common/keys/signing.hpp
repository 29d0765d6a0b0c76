#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::keys {

/// RS1 and RS256: PKCS #1 v1.5. PS256: RSASSA-PSS with SHA-256, also in MGF1, and 32 bytes of salt. ES256 and
/// ES384: r and s one behind the other, as JWS has them.
enum class Algorithm { Rs1, Rs256, Ps256, Es256, Es384 };

/// Nothing when the text is no such algorithm.
std::optional<Algorithm> algorithmOf(std::string_view name);

/// Is it a private key of the kind, and on a curve of the size, of the algorithm?
bool suits(std::string_view privatePem, Algorithm algorithm);

/// Throws when the key is none, or not of the algorithm.
std::string sign(std::string_view privatePem, Algorithm algorithm, std::string_view data);

/// `publicDer`: SubjectPublicKeyInfo.
bool verifies(std::string_view publicDer, Algorithm algorithm, std::string_view data,
              std::string_view signature);

} // namespace svc::keys
