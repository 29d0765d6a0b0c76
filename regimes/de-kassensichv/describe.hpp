#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

Json describe(Call& call, const Json& input);

} // namespace svc::kassensichv
