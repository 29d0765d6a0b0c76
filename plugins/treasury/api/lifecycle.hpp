#pragma once

#include <svc/call.hpp>

namespace svc::treasury {

/// `{ businessUnitId }` → `{ cashWalletId, bankWalletId, defaultWalletId }`: a till, default of the business
/// unit (the first one when none is named), a bank wallet and the categories of a new company.
Json companyCreatedCommand(Call& call, const Json& input);

/// Gives the demonstration company a wallet in dollars, a transfer, and a till that was opened and closed.
Json demonstrateCommand(Call& call, const Json& input);

} // namespace svc::treasury
