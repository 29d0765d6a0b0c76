#pragma once

#include "chart/rules/charts.hpp"
#include "entry/rules/entry.hpp"

namespace svc::ledger {

/// Account of a line in a chart: the one that the line names, else that of its role.
Account accountOf(const EntryLine& line, const Chart& chart);

} // namespace svc::ledger
