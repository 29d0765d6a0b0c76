#include <svc/settings_check.hpp>

#include "certificate/keep.hpp"
#include "journal/settings.hpp"
#include "journal/store/records.hpp"
#include "regime/view.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {
namespace {

constexpr std::string_view PasswordOf = "Password";

/// The password of a key file, sent beside it: used once and not stored.
bool isPasswordOfKey(const Regime& regime, std::string_view setting) {
    return setting.ends_with(PasswordOf) &&
           regime.isKey(setting.substr(0, setting.size() - PasswordOf.size()));
}

/// The host stores secrets; only their names are kept here. A "***" that a client read and sends back changes
/// nothing.
void applySettings(Call& call, const Regime& regime, const Json& given, RegimeSettings& own) {
    for (const Json::Member& member : given.members()) {
        if (isPasswordOfKey(regime, member.name)) {
            continue;
        }
        if (!regime.isSecret(member.name)) {
            own.settings.set(member.name, member.value);
        } else if (member.value.isNull()) {
            forgetSecret(call, regime, member.name, own);
        } else if (member.value.isString() && member.value.text() != Hidden) {
            if (regime.isKey(member.name)) {
                keepKey(call, regime, member.name, member.value.text(),
                        given.textOr(member.name + std::string(PasswordOf)), own);
                continue;
            }
            call.secrets().put(secretOf(regime.id, member.name), member.value.text());
            own.secrets.set(member.name, true);
        }
    }
}

/// Validates settings against the schema that the regime publishes. Missing settings are reported only when
/// it is enabled. A secret sent back as "***" counts as given, and null removes a setting.
void checkSettings(const Regime& regime, const Json& given) {
    Json values = Json::object();
    for (const Json::Member& member : given.members()) {
        const bool isHidden = regime.isSecret(member.name) && member.value == Json(Hidden);
        if (!isHidden && !member.value.isNull()) {
            values.add(member.name, member.value);
        }
    }
    SettingsCheck(SettingsCheck::Required::Partial).check(regime.settingsSchema, values, "settings");
}

void checkComplete(const Regime& regime, const RegimeSettings& own) {
    if (const std::vector<std::string> missing = regime.missingIn(own); !missing.empty()) {
        throw ApiError(400, "regime-settings-missing", {missing.front()});
    }
}

} // namespace

Answer<200, api::FiscalRegime> changeRegime(Request& request, const api::ChangeRegimeParameters& parameters,
                                            const api::FiscalRegimeChange& body) {
    const Regime& regime = requireRegime(request, parameters.regime);
    if (!fitsCompany(request, regime)) {
        throw ApiError(400, "regime-country-mismatch");
    }
    const bool seals = regime.kind == api::FiscalRegimeKind::Sealing;
    if (seals) {
        lockJournal(request);
    }
    const auto before = lockRegime(request, regime.id);
    RegimeSettings own = before.value_or(RegimeSettings{});
    own.regime = regime.id;
    if (body.settings.isObject()) {
        checkSettings(regime, body.settings);
        applySettings(request, regime, body.settings, own);
    }
    own.mode = body.mode.value_or(own.mode);
    own.autoSubmit = body.autoSubmit.value_or(own.autoSubmit);
    const bool enabled = body.enabled.value_or(own.state == RegimeState::Enabled);
    if (enabled) {
        checkComplete(regime, own);
    }
    if (enabled) {
        own.state = RegimeState::Enabled;
    } else if (own.state != RegimeState::Available) {
        own.state = RegimeState::Disabled;
    }
    own.version = before ? before->version + 1 : 1;
    saveRegime(request, own);
    if (seals) {
        recordSettings(request, own);
    }
    if (enabled && (!before || before->state != RegimeState::Enabled)) {
        for (const Submission& waiting : pendingSubmissions(request, regime.id)) {
            fileSending(request, waiting);
        }
        sendBatched(request, regime.id);
    }
    request.history("regime", regime.id, toText(own.state),
                    Json::array({Json::object({{"field", "state"},
                                               {"from", toText(before.value_or(RegimeSettings{}).state)},
                                               {"to", toText(own.state)}})}));
    return regimeOf(regime, &own, countSubmissions(request)[regime.id]);
}

} // namespace svc::compliance
