#include "document/neighbours.hpp"

namespace svc::bank {

Wallet requireWallet(Call& call, WalletId id) {
    auto wallet = calls::treasury::wallet(call, {.id = id});
    if (!wallet) {
        throw ApiError(404, "wallet-not-found");
    }
    return *std::move(wallet);
}

} // namespace svc::bank
