#pragma once

#include <svc/call.hpp>

#include "platform/settings.hpp"
#include "report/rules/report.hpp"

namespace svc::fr_einvoicing {

/// The report of a period's documents and payments, without identifier and time.
Report contentOf(Call& call, const Settings& settings, ReportKind kind, const ReportingPeriod& period);

} // namespace svc::fr_einvoicing
