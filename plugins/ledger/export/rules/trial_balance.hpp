#pragma once

#include <string>

#include <svc/currency.hpp>

#include "accounting/trial_balance.hpp"

namespace svc::ledger {

/// The trial balance as CSV. Accounts without any amount are left out.
std::string writeTrialBalance(const accounting::TrialBalance& accounts, Currency currency);

} // namespace svc::ledger
