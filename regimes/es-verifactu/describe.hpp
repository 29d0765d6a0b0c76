#pragma once

#include <svc/call.hpp>

namespace svc::verifactu {

Json describe(Call& call, const Json& input);

} // namespace svc::verifactu
