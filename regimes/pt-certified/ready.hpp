#pragma once

#include <svc/call.hpp>

namespace svc::pt_certified {

/// The tax number of the company, and a validation code for each series that its numbers come from.
Json ready(Call& call, const Json& input);

} // namespace svc::pt_certified
