/// @file Charts of accounts of the module `ledger`.
#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>
#include <svc/error.hpp>

#include "accounting/chart.hpp"

namespace svc::accounting {

/// `ledger.chart`: a chart by its key, that of the company without one. Refuses an unknown one with
/// `chart-unknown:<chart>`.
inline ChartOfAccounts getChart(Call& call, const std::optional<std::string>& chart) {
    const Json found = call.command("ledger.chart", Json::object({{"chart", chart}}));
    if (found.isNull()) {
        throw ApiError(400, "chart-unknown", {chart.value_or(call.company().chart)});
    }
    return ChartOfAccounts(found);
}

} // namespace svc::accounting
