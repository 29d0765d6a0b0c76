#include "own_regime.hpp"

namespace svc::kassensichv {

std::optional<OwnRegime> ownRegime(Call& call) {
    if (call.company().country != Country) {
        return std::nullopt;
    }
    const Json own = call.command("fiscal.regime", Json::object({{"regime", RegimeId}}));
    if (!own.isObject() || own.textOr("state") != "enabled") {
        return std::nullopt;
    }
    return OwnRegime{own["settings"], own.textOr("mode") == "test"};
}

} // namespace svc::kassensichv
