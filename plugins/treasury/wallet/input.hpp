#pragma once

#include "wallet/store.hpp"

namespace svc::treasury {

// What the body of a wallet says.

/// The business unit of a body: the default one when it says nothing; null is the whole company.
/// 404 `business-unit-not-found`, `field-invalid:businessUnitId` when it is archived.
std::optional<BusinessUnitId> businessUnitOf(Call& call, const Field<BusinessUnitId>& given);

/// Puts the fields that are present into the wallet, its business unit excepted. Refuses with
/// `field-invalid:<field>`.
void applyBody(const api::WalletUpdate& body, Wallet& wallet);

} // namespace svc::treasury
