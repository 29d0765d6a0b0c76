#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "attempt/store.hpp"

namespace svc::integrations {

/// Adds the file of a signature or an archive to the input: `file` with `{ name, contentType, content
/// (base64), sha256 }`, and the files of the document that the archive has already. Made again for each call
/// instead of being stored with the attempt: the PDF of an issued document is written only once.
void addFile(Call& call, const Attempt& attempt, Json& input);

/// The signed document, if the connector can fetch it; calls no other verb.
std::optional<std::string> fetchSigned(Call& call, const Attempt& attempt);
/// Stores it with the document, in the transaction of the call.
void keepSigned(Call& call, const Attempt& attempt, std::string_view bytes);

/// In hexadecimal.
std::string sha256Hex(std::string_view bytes);

} // namespace svc::integrations
