#pragma once

#include <svc/call.hpp>

namespace svc::pt_certified {

/// The end of the chain comes with the duties of the company.
Json askAhead(Call& call, const Json& input);
Json prepare(Call& call, const Json& input);

} // namespace svc::pt_certified
