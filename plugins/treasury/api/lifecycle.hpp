#pragma once

#include <svc/call.hpp>

namespace svc::treasury {

/// `{ businessUnitId }` → `{ cashWalletId, bankWalletId, defaultWalletId }`: a till, default of the business
/// unit (the first one when none is named), a bank wallet and the categories of a new company.
Json companyCreatedCommand(Call& call, const Json& input);

} // namespace svc::treasury
