#pragma once

#include <svc/call.hpp>

namespace svc::fatturapa {

/// In the transaction of the document: the file as payload.
Json prepare(Call& call, const Json& input);

} // namespace svc::fatturapa
