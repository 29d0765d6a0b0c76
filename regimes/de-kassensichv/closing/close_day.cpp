#include "bindings.hpp"
#include "closing/make.hpp"
#include "closing/store.hpp"
#include "own_regime.hpp"
#include "till/store.hpp"

namespace svc::de_kassensichv {

/// Closes past days, for companies that do not open and close the till.
void jobs::closeDay(Call& call, const Json&) {
    const auto own = ownRegime(call);
    if (!own) {
        return;
    }
    const auto wallet =
        calls::treasury::wallet(call, {.id = WalletId::parse(own->settings.textOr("walletId"))});
    if (wallet && wallet->openSessionId) {
        return;
    }
    const Till till = lockTill(call);
    if (const auto last = lastOpenBefore(call, call.startOf(call.today()), till.closedTo)) {
        makeClosing(call, own->settings, std::nullopt, *last);
    }
}

} // namespace svc::de_kassensichv
