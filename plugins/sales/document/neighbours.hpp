#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bindings.hpp"

namespace svc::sales {

// Records of other modules that a sale names. All modules except partners may be missing: then nothing is
// found.

using Item = calls::stock::SoldItem;
using Partner = calls::partners::GetOutput;
using Wallet = calls::treasury::KnownWallet;

/// Changes the balance owed by the partner by `delta`, in the currency of the company.
void adjustReceivable(Call& call, const std::optional<PartnerId>& partner, std::int64_t delta);

/// The named location; refuses with `location-not-found`, also without the stock module.
calls::stock::LocationOutput requireLocation(Call& call, LocationId id, BusinessUnitId businessUnit);

bool hasTreasury(Call& call);
/// The named wallet, or the default one of the business unit, else of the company. `path` is the field
/// reported when a default is missing. Refuses with `wallet-not-found`, `field-required:<path>`, and without
/// treasury `module-disabled:treasury`. If the facts of the business unit are passed, they are not read
/// again.
Wallet requireWallet(Call& call, const std::optional<WalletId>& id, BusinessUnitId businessUnit,
                     std::string_view path, const std::optional<Json>& unitFacts = {});

/// The recorded exchange rate, for trade::findRate: units of `currency` for one unit of the company's.
std::optional<Decimal> recordedRate(Call& call, Currency currency, Date date);

} // namespace svc::sales
