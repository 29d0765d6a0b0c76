#include <svc/changes.hpp>

#include "wallet/input.hpp"

namespace svc::treasury {
namespace {

Json shown(const Wallet& wallet) {
    return Json::parse(bind::textOf(wallet));
}

} // namespace

Answer<200, api::Wallet> updateWallet(Request& request, const api::UpdateWalletParameters& parameters,
                                      const api::WalletUpdate& body) {
    WalletStore store(request);
    store.lock();
    const auto found = store.findForUpdate(parameters.walletId);
    if (!found) {
        throw ApiError(404, "wallet-not-found");
    }
    const Wallet& before = *found;
    request.checkVersion(before.version);
    Wallet wallet = before;
    applyBody(body, wallet);
    if (!body.businessUnitId.isAbsent()) {
        wallet.businessUnitId = businessUnitOf(request, body.businessUnitId);
        // To a wallet of the whole company every business unit has access: taking one would hide it from the
        // others, giving one would show them what it moved.
        if (before.businessUnitId.has_value() != wallet.businessUnitId.has_value() && request.isLimited()) {
            throw ApiError(403, "forbidden");
        }
    }
    const Json changes = changesBetween(shown(before), shown(wallet));
    if (changes.empty()) {
        return Answer<200, api::Wallet>(before).etag(before.version);
    }
    if (wallet.archived && !before.archived) {
        if (before.openSessionId) {
            throw ApiError(400, "cash-session-open", {before.openSessionId->toString()});
        }
        if (before.balance.minor() != 0) {
            throw ApiError(400, "wallet-not-empty",
                           {before.id.toString(), std::to_string(before.balance.minor())});
        }
        store.count(-1);
    } else if (!wallet.archived && before.archived) {
        request.checkPlan("wallets", store.count(+1));
    }
    if (wallet.isDefault && (!before.isDefault || wallet.businessUnitId != before.businessUnitId)) {
        store.clearDefault(wallet.businessUnitId);
    }
    if (wallet.archived != before.archived) {
        store.setArchived(wallet.id, wallet.archived);
    }
    ++wallet.version;
    wallet.updatedAt = request.now().truncatedToMillis();
    store.update(wallet);
    request.history("wallet", wallet.id.toString(), "updated", changes);
    return Answer<200, api::Wallet>(wallet).etag(wallet.version);
}

} // namespace svc::treasury
