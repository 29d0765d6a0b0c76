#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// A schedule: what has come at the platform since the last time (invoices of suppliers, statuses of our own
/// invoices), and what has become of the statuses and reports that were deposited.
void fetchFlows(Call& call, const Json& payload);

} // namespace svc::fr_einvoicing
