#pragma once

#include "store/attempts.hpp"

namespace svc::integrations {

/// Of a signature or an archive: `file` of the input, `{ name, contentType, content (base64), sha256 }`. Made
/// again for each call instead of being kept with the attempt: issued documents are drawn once.
void addFile(Call& call, const Attempt& attempt, Json& input);

/// In hexadecimal.
std::string sha256Hex(std::string_view bytes);

} // namespace svc::integrations
