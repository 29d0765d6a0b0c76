#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// A schedule: writes the reports of the periods that are over (flow 10), and corrections of those in whose
/// periods something has changed since.
void makeReports(Call& call, const Json& payload);

} // namespace svc::fr_einvoicing
