#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// Deposits one report.
void sendReport(Call& call, const Json& payload);

} // namespace svc::fr_einvoicing
