#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// Deposits one status.
void sendStatus(Call& call, const Json& payload);

} // namespace svc::fr_einvoicing
