#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "attempt/store.hpp"

namespace svc::integrations {

/// The file of a signature or an archive. Made again for each call instead of being stored with the attempt:
/// the PDF of an issued document is written only once.
verbs::File fileOf(Call& call, const Document& document);

/// The signed document, if the connector can fetch it; calls no other verb.
std::optional<std::string> fetchSigned(Call& call, const Attempt& attempt);
/// Stores it with the document, in the transaction of the call.
void keepSigned(Call& call, const Attempt& attempt, std::string_view bytes);

/// In hexadecimal.
std::string sha256Hex(std::string_view bytes);

} // namespace svc::integrations
