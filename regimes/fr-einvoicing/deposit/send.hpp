#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// Deposits the file.
Json send(Call& call, const Json& input);
/// Reads the platform's acknowledgement of the file.
Json read(Call& call, const Json& input);

} // namespace svc::fr_einvoicing
