#pragma once

#include <svc/call.hpp>

namespace svc::pt_certified {

/// Checks the tax number of the company, and the validation code of each series that its numbers use.
Json ready(Call& call, const Json& input);

} // namespace svc::pt_certified
