#pragma once

#include <svc/call.hpp>

namespace svc::ci_fne {

Json describe(Call& call, const Json& input);

} // namespace svc::ci_fne
