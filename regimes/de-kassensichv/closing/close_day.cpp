#include "closing/close_day.hpp"

#include "closing/make.hpp"
#include "closing/store.hpp"
#include "own_regime.hpp"
#include "till/store.hpp"

namespace svc::kassensichv {

void closeDay(Call& call, const Json&) {
    const auto own = ownRegime(call);
    if (!own) {
        return;
    }
    const Json wallet =
        call.command("treasury.wallet", Json::object({{"id", own->settings.textOr("walletId")}}));
    if (wallet.isObject() && wallet.optionalText("openSessionId")) {
        return;
    }
    const Till till = lockTill(call);
    if (const auto last = lastOpenBefore(call, call.startOf(call.today()), till.closedTo)) {
        makeClosing(call, own->settings, std::nullopt, *last);
    }
}

} // namespace svc::kassensichv
