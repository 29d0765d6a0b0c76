#pragma once

#include <bindings.hpp>

namespace svc::bank {

using Wallet = calls::treasury::KnownWallet;

/// 404 `wallet-not-found`.
Wallet requireWallet(Call& call, WalletId id);

} // namespace svc::bank
