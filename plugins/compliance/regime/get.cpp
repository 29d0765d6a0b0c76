#include "certificate/keep.hpp"

namespace svc::compliance {

std::optional<commands::FiscalRegimeOutput> commands::fiscalRegime(Call& call,
                                                                   const commands::FiscalRegimeInput& input) {
    const auto own = findRegime(call, input.regime);
    if (!own) {
        return std::nullopt;
    }
    commands::FiscalRegimeOutput output{.regime = own->regime,
                                        .state = own->state,
                                        .mode = own->mode,
                                        .autoSubmit = own->autoSubmit,
                                        .settings = own->settings};
    for (const Json::Member& secret : own->secrets.members()) {
        if (own->certificates.find(secret.name) != nullptr) {
            continue; // keys sign through fiscal.sign and are never disclosed
        }
        output.settings.set(secret.name, Json(call.secrets().get(secretOf(own->regime, secret.name))));
    }
    return output;
}

commands::FiscalSealingOutput commands::fiscalSealing(Call& call) {
    return {.sealing = dutiesOf(call).sealing};
}

} // namespace svc::compliance
