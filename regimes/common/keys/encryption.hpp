#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace svc::keys {

/// Random bytes for keys and initialisation vectors.
std::string randomBytes(std::size_t count);

/// AES-256 in CBC mode with PKCS #7 padding. `key` has 32 bytes, `vector` 16; throws std::invalid_argument
/// for other lengths.
std::string encryptAes256Cbc(std::string_view key, std::string_view vector, std::string_view plain);
/// Nothing when the padding is wrong: another key, or bytes that were changed.
std::optional<std::string> decryptAes256Cbc(std::string_view key, std::string_view vector,
                                            std::string_view encrypted);

/// RSAES-OAEP with SHA-256, also in MGF1 (RFC 8017, 7.1). `certificateDer`: the certificate of the receiver.
/// Nothing when it is no certificate of an RSA key, or the text is too long for the key.
std::optional<std::string> encryptRsaOaep(std::string_view certificateDer, std::string_view plain);
/// Nothing when it was encrypted for another key.
std::optional<std::string> decryptRsaOaep(std::string_view privatePem, std::string_view encrypted);

} // namespace svc::keys
