#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// Deposits the file.
Json send(Call& call, const Json& input);
/// What the platform has acknowledged of it.
Json read(Call& call, const Json& input);

} // namespace svc::fr_einvoicing
