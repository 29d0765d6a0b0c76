#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// Asks ahead for what prepare reads of the till. An invoice may never come to the till: only tickets lock it
/// early.
Json askAhead(Call& call, const Json& input);
/// A receipt in the transaction of its sale, refund or cancellation; null when the till has no part in it.
Json prepare(Call& call, const Json& input);

} // namespace svc::kassensichv
