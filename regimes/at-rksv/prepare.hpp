#pragma once

#include <svc/call.hpp>

namespace svc::rksv {

/// Prefetches the end of the chain, in the round trip that reads the company's duties.
Json askAhead(Call& call, const Json& input);
/// Writes a receipt, in the transaction of its sale, refund or cancellation.
Json prepare(Call& call, const Json& input);

} // namespace svc::rksv
