#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// A schedule: writes the reports of past periods (flow 10), and corrections of reports whose data has
/// changed since.
void makeReports(Call& call, const Json& payload);

} // namespace svc::fr_einvoicing
