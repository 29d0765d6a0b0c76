#include "regime/view.hpp"

#include "certificate/view.hpp"

namespace svc::compliance {

api::FiscalRegime regimeOf(const Regime& regime, const RegimeSettings* own, const RegimeCounts& counts) {
    api::FiscalRegime shown{.regime = regime.id,
                            .name = regime.name,
                            .country = regime.country,
                            .kind = regime.kind,
                            .state = RegimeState::Available,
                            .mode = api::FiscalMode::Test,
                            .settings = Json::object(),
                            .settingsSchema = regime.settingsSchema,
                            .requiredSettings = {},
                            .offline = regime.offline,
                            .pending = counts.pending,
                            .rejected = counts.rejected,
                            .lastSubmissionAt = counts.lastSubmissionAt};
    for (const verbs::RegimeSetting& setting : regime.requiredSettings) {
        shown.requiredSettings.push_back(Json::parse(bind::textOf(setting)));
    }
    if (own != nullptr) {
        shown.state = own->state;
        shown.mode = own->mode;
        shown.autoSubmit = own->autoSubmit;
        shown.settings = own->settings;
        for (const Json::Member& secret : own->secrets.members()) {
            shown.settings.set(secret.name, Json(Hidden));
        }
        shown.certificates = certificatesOf(*own);
    }
    return shown;
}

} // namespace svc::compliance
