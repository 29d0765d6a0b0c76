#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// A schedule: fetches new flows from the platform (supplier invoices, statuses of our own invoices), and the
/// acknowledgements of deposited statuses and reports.
void fetchFlows(Call& call, const Json& payload);

} // namespace svc::fr_einvoicing
