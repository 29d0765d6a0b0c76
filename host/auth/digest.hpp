#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// SHA-256, 32 bytes. Keys and tokens are random, so a slow hash would add no protection.
std::string sha256(std::string_view bytes);

/// Bytes in PostgreSQL's text form of bytea: \x and hexadecimal digits.
std::string byteaText(std::string_view bytes);
/// SHA-256 of a secret as a parameter of a statement.
std::string digestParameter(std::string_view secret);

/// Random bytes of OpenSSL; throws std::runtime_error when it fails.
std::string randomBytes(std::size_t count);
/// Random characters of [0-9A-Za-z], each with the same probability.
std::string randomAlphanumeric(std::size_t count);

/// Compares in a time that does not depend on the bytes.
bool equalInConstantTime(std::string_view a, std::string_view b);

} // namespace svc::host::auth
