#pragma once

#include "bindings.hpp"
#include "purchase/rules/posting.hpp"

namespace svc::purchases {

// Functions of other modules that purchases use. Amounts are minor units. All modules except partners may be
// missing.

using Item = calls::stock::SoldItem;
using Partner = calls::partners::GetOutput;
using Location = calls::stock::LocationOutput;
using Wallet = calls::treasury::KnownWallet;

/// Changes the balance owed to the partner by `delta`, in the currency of the company.
void adjustPayable(Call& call, PartnerId partner, std::int64_t delta);

/// Only existing items; none without the stock module.
std::vector<Item> findItems(Call& call, const std::vector<ItemId>& ids);

/// The named location, or the default one of the business unit; nothing without the stock module.
std::optional<Location> findLocation(Call& call, const std::optional<LocationId>& id,
                                     BusinessUnitId businessUnit);

/// Receives the stocked lines of a receipt into stock. `unitCosts`: per unit, in the currency of the company,
/// line by line. The `field` of a refused line is its position in `receipt.lines`.
void receiveGoods(Call& call, const Purchase& purchase, const Receipt& receipt,
                  const std::vector<Decimal>& unitCosts);

/// The named wallet, or the default one of the business unit, else of the company. Refuses with
/// `wallet-not-found`, `field-required:walletId`, and without treasury `module-disabled:treasury`.
Wallet requireWallet(Call& call, const std::optional<WalletId>& id,
                     const std::optional<BusinessUnitId>& businessUnit);

/// Pays from the wallet and posts against the payable; `walletBase` is the amount that the wallet gave in the
/// currency of the company. Its difference to payment.amountBase is an exchange gain or loss.
TransactionId payOut(Call& call, const Purchase& purchase, const Payment& payment, std::int64_t walletBase,
                     const Wallet& wallet);

/// Posts the entry of a receipt, if there is a ledger and the entry is not empty.
void postReceipt(Call& call, const Purchase& purchase, const Receipt& receipt,
                 const std::vector<PostingLine>& lines);

/// The recorded exchange rate, for trade::findRate: units of `currency` for one unit of the company's.
std::optional<Decimal> recordedRate(Call& call, Currency currency, Date date);

} // namespace svc::purchases
