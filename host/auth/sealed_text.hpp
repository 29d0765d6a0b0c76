#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// Encrypts a short secret with AES-256-GCM; returns base64url of nonce, ciphertext and tag. `key` has 32
/// bytes; `context` identifies the record and is authenticated, so that the text cannot be moved to another
/// record.
std::string sealText(std::string_view key, std::string_view context, std::string_view text);

/// Decrypts; nothing when the text was not encrypted with this key for this context.
std::optional<std::string> openText(std::string_view key, std::string_view context, std::string_view sealed);

} // namespace svc::host::auth
