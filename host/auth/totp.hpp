#pragma once

#include <svc/date.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// Time-based one-time codes (RFC 6238): SHA-1, 30 seconds, 6 digits, which every authenticator application
/// knows.

/// 20 random bytes in base 32 (RFC 4648), without padding: what a person may type into the application.
std::string makeTotpSecret();
/// Decodes base 32 in upper or lower case; nothing when there is another character.
std::optional<std::string> base32Decode(std::string_view text);
std::string base32Encode(std::string_view bytes);

/// The code of one step; `digits` is 6, or 8 for the vectors of the RFC.
std::string totpCode(std::string_view secretBytes, std::int64_t step, int digits = 6);
/// The number of the 30-second step of an instant.
std::int64_t totpStep(Instant instant);

/// The step that the code belongs to: the present one or a neighbour, because clocks differ, and later than
/// `lastStep`, so that no code works twice. Nothing when it belongs to none.
std::optional<std::int64_t> matchTotp(std::string_view secret, std::string_view code, Instant now,
                                      std::int64_t lastStep);

/// The otpauth:// address for a QR code.
std::string totpAddress(std::string_view secret, std::string_view account);

} // namespace svc::host::auth
