#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <svc/currency.hpp>

#include "accounting/chart.hpp"

namespace svc::ledger {

/// What stood on an account before the fiscal year and before the period (positive: debit), and what moved in
/// the period.
struct AccountStages {
    std::int64_t beforeYear = 0;
    std::int64_t before = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
};
using StagesByAccount = std::map<std::string, AccountStages, std::less<>>;

/// The trial balance as CSV. Income and expenses begin the year at zero: what the years before gave, and
/// `carried`, stand on the account of retained earnings or losses. Accounts without any amount are left out.
std::string writeTrialBalance(const StagesByAccount& accounts, std::int64_t carried,
                              const accounting::ChartOfAccounts& chart, Currency currency);

} // namespace svc::ledger
