#pragma once

#include "purchase/rules/posting.hpp"

namespace svc::purchases {

// What purchases need of the other modules. Amounts are minor units. Modules other than partners may be
// missing.

using Item = calls::stock::SoldItem;
using Partner = calls::partners::GetOutput;
using Location = calls::stock::LocationOutput;
using Wallet = calls::treasury::KnownWallet;

/// What is owed to the partner changes by `delta`, in the currency of the company.
void adjustPayable(Call& call, PartnerId partner, std::int64_t delta);

/// Only those that exist; none without the stock module.
std::vector<Item> findItems(Call& call, const std::vector<ItemId>& ids);

/// The named location, or the default one of the business unit; nothing without the stock module.
std::optional<Location> findLocation(Call& call, const std::optional<LocationId>& id,
                                     BusinessUnitId businessUnit);

/// Puts the stocked lines of a receipt on the shelf. `unitCosts`: of one unit, in the currency of the
/// company, line by line; `field` of a line that is refused is the position in `receipt.lines`.
void receiveGoods(Call& call, const Purchase& purchase, const Receipt& receipt,
                  const std::vector<Decimal>& unitCosts);

/// The named wallet, or the default one of the business unit, else of the company. Refuses with
/// `wallet-not-found`, `field-required:walletId`, and without treasury `module-disabled:treasury`.
Wallet requireWallet(Call& call, const std::optional<WalletId>& id,
                     const std::optional<BusinessUnitId>& businessUnit);

/// Takes the money out of the wallet and posts it against the debt; `walletBase` is what the wallet gave in
/// the currency of the company, the difference to payment.amountBase being an exchange gain or loss.
TransactionId payOut(Call& call, const Purchase& purchase, const Payment& payment, std::int64_t walletBase,
                     const Wallet& wallet);

/// Writes the entry of a receipt, when there is a ledger and something to write.
void postReceipt(Call& call, const Purchase& purchase, const Receipt& receipt,
                 const std::vector<PostingLine>& lines);

} // namespace svc::purchases
