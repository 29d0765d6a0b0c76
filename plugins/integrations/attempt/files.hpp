#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "attempt/store.hpp"

namespace svc::integrations {

/// Of a signature or an archive: `file` of the input, `{ name, contentType, content (base64), sha256 }`, and
/// what an archive has of the document already. Made again for each call instead of being kept with the
/// attempt: issued documents are drawn once.
void addFile(Call& call, const Attempt& attempt, Json& input);

/// The document with its signatures, where the connector can fetch it; nothing else is asked of the provider.
std::optional<std::string> fetchSigned(Call& call, const Attempt& attempt);
/// Keeps it with the document, in the transaction of the call.
void keepSigned(Call& call, const Attempt& attempt, std::string_view bytes);

/// In hexadecimal.
std::string sha256Hex(std::string_view bytes);

} // namespace svc::integrations
