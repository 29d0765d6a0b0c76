#include "close_month.hpp"

#include "chain.hpp"
#include "describe.hpp"

namespace svc::rksv {

void closeMonth(Call& call, const Json&) {
    const Json own = call.command("fiscal.regime", Json::object({{"regime", RegimeId}}));
    if (own.isNull() || own.textOr("state") != "enabled") {
        return;
    }
    Chain chain(call, own["settings"]);
    if (chain.isOfThisTill() && !chain.isOfThisMonth()) {
        chain.zero();
    }
}

} // namespace svc::rksv
