#include "own_regime.hpp"

#include "bindings.hpp"

namespace svc::de_kassensichv {

std::optional<OwnRegime> ownRegime(Call& call) {
    if (call.company().country != Country) {
        return std::nullopt;
    }
    const auto own = calls::compliance::fiscalRegime(call, {.regime = std::string(RegimeId)});
    if (!own || own->state != calls::compliance::FiscalRegimeState::Enabled) {
        return std::nullopt;
    }
    return OwnRegime{own->settings, own->mode == calls::compliance::FiscalMode::Test};
}

} // namespace svc::de_kassensichv
