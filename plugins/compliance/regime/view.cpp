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
                            .requiredSettings = regime.requiredSettings,
                            .offline = regime.offline,
                            .pending = counts.pending,
                            .rejected = counts.rejected,
                            .lastSubmissionAt = counts.lastSubmissionAt};
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
