#pragma once

#include "wallet/store.hpp"

namespace svc::treasury {

// Reads the body of a wallet.

/// The business unit of a request: the default one when absent; null means the whole company.
/// 404 `business-unit-not-found`, `field-invalid:businessUnitId` when it is archived.
std::optional<BusinessUnitId> businessUnitOf(Call& call, const Field<BusinessUnitId>& given);

/// Sets the given fields of the wallet, except its business unit. Refuses with `field-invalid:<field>`.
void applyBody(const api::WalletUpdate& body, Wallet& wallet);

} // namespace svc::treasury
