#pragma once

#include <svc/call.hpp>

namespace svc::fatturapa {

/// Creates the file as payload, in the transaction of the document.
Json prepare(Call& call, const Json& input);

} // namespace svc::fatturapa
