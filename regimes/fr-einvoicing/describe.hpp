#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

Json describe(Call& call, const Json& input);

} // namespace svc::fr_einvoicing
