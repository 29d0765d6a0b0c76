#pragma once

#include <svc/call.hpp>

namespace svc::pt_certified {

/// Prefetches the end of the chain, in the round trip that reads the company's duties.
Json askAhead(Call& call, const Json& input);
Json prepare(Call& call, const Json& input);

} // namespace svc::pt_certified
