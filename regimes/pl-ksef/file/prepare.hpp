#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// The file of an invoice or correction, in the transaction of the document.
Json prepare(Call& call, const Json& input);

} // namespace svc::ksef
