#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// A short secret that must be read again, under AES-256-GCM: base64url of nonce, ciphertext and tag.
/// `key` has 32 bytes; `context` names the record, so that a sealed text cannot be moved to another one.
std::string sealText(std::string_view key, std::string_view context, std::string_view text);

/// Nothing when the text was not sealed with this key for this context.
std::optional<std::string> openText(std::string_view key, std::string_view context, std::string_view sealed);

} // namespace svc::host::auth
