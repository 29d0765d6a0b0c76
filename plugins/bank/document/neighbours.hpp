#pragma once

#include <bindings.hpp>

namespace svc::bank {

using Wallet = calls::treasury::KnownWallet;

/// 404 `wallet-not-found`.
Wallet requireWallet(Call& call, WalletId id);

/// A sale or a purchase that a line may pay.
struct PayableDocument {
    std::string number;
    Date date;
    Currency currency;
    std::optional<api::BankPartner> partner{};
    std::int64_t balance = 0; ///< minor units
    bool isCancelled = false;
};
/// Nothing when there is no such document, or when its module is not enabled.
std::optional<PayableDocument> findSale(Call& call, std::string_view id);
std::optional<PayableDocument> findPurchase(Call& call, std::string_view id);

} // namespace svc::bank
