// Common parts of the exports: chart, fiscal year, sums of accounts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>
#include <svc/period.hpp>

#include "accounting/read_trial_balance.hpp"

namespace svc::ohada_accounting {

inline constexpr std::string_view OwnChart = "SYSCOHADA";

/// The requested chart, else that of the company.
std::string chartOf(const std::optional<std::string>& requested);
/// The first day of the fiscal year that contains a date.
Date yearStart(Call& call, Date date);

/// The accounts of a chart with opening balance, movements in the period and closing balance.
accounting::TrialBalance periodBalance(Call& call, const std::string& chart, const Period& period);

// File names.
std::string ledgerName(const Period& period);
std::string balanceName(const Period& period);

} // namespace svc::ohada_accounting
