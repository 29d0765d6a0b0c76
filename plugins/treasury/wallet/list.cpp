#include "wallet/store.hpp"

namespace svc::treasury {

Answer<200, std::vector<api::Wallet>> listWallets(Request& request,
                                                  const api::ListWalletsParameters& parameters) {
    const WalletPage page = WalletStore(request).list(parameters);
    return Answer<200, std::vector<api::Wallet>>(page.wallets).total(page.total);
}

} // namespace svc::treasury
