#pragma once

#include "wallet/store.hpp"

namespace svc::treasury {

// What the body of a wallet says, in the order of checks.

/// The business unit of a body: the default one when it says nothing; null is the whole company.
std::optional<BusinessUnitId> businessUnitOf(Call& call, const Field<BusinessUnitId>& given);

/// Puts the fields that are present into the wallet, its business unit excepted.
void applyBody(const api::WalletUpdate& body, Wallet& wallet);

} // namespace svc::treasury
