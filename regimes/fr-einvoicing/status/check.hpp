#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// Vectors: `{status}` → `{label, mandatory}` of the invoice life cycle.
Json check(Call& call, const Json& given);

} // namespace svc::fr_einvoicing
