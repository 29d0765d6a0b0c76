/// @file Charts of accounts of the module `ledger`.
#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>
#include <svc/error.hpp>

#include "accounting/chart.hpp"

namespace svc::accounting {

/// A chart by its key, that of the company without one. Refuses an unknown one with `chart-unknown:<chart>`.
/// `ledgerChart` is the function for the command `ledger.chart` in the bindings of the plugin.
///
/// Example:
///   getChart(call, calls::ledger::chart, key)
template <class Input>
ChartOfAccounts getChart(Call& call, Json (*ledgerChart)(Call&, const Input&),
                         const std::optional<std::string>& chart) {
    const Json found = ledgerChart(call, Input{.chart = chart});
    if (found.isNull()) {
        throw ApiError(400, "chart-unknown", {chart.value_or(call.company().chart)});
    }
    return ChartOfAccounts(found);
}

} // namespace svc::accounting
