// What the exports have in common: chart, fiscal year, sums of accounts.
#pragma once

#include <string>
#include <string_view>

#include <svc/http.hpp>
#include <svc/period.hpp>

#include "accounting/read_trial_balance.hpp"

namespace svc::ohada {

inline constexpr std::string_view OwnChart = "SYSCOHADA";

/// The chart that is asked for, or the own one.
std::string chartOf(Request& request);
/// The first day of the fiscal year that a date is in.
Date yearStart(Call& call, Date date);

/// The accounts of a chart with what they open with, what moved in the period and what they close with.
accounting::TrialBalance periodBalance(Call& call, const std::string& chart, const Period& period);

// Names of the files.
std::string ledgerName(const Period& period);
std::string balanceName(const Period& period);

} // namespace svc::ohada
