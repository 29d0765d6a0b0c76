// Which regimes there are, and how the company uses them.
#include "api/regime.hpp"
#include "api/routes.hpp"

#include <svc/settings_check.hpp>

namespace svc::compliance {
namespace {

constexpr std::string_view Hidden = "***";

/// Its name among the secrets of this plugin.
std::string secretOf(std::string_view regime, std::string_view setting) {
    return "regime." + std::string(regime) + '.' + std::string(setting);
}

Json regimeJson(const Regime& regime, const RegimeSettings* own, const RegimeCounts& counts) {
    Json settings = own == nullptr ? Json::object() : own->settings;
    if (own != nullptr) {
        for (const Json::Member& secret : own->secrets.members()) {
            settings.set(secret.name, Json(Hidden));
        }
    }
    return Json::object({{"regime", regime.id},
                         {"name", regime.name},
                         {"country", regime.country},
                         {"kind", regime.kind},
                         {"state", own == nullptr ? Json("available") : Json(own->state)},
                         {"mode", own == nullptr ? Json("test") : Json(own->mode)},
                         {"autoSubmit", own != nullptr && own->autoSubmit},
                         {"settings", std::move(settings)},
                         {"settingsSchema", regime.settingsSchema},
                         {"requiredSettings", regime.requiredSettings},
                         {"offline", regime.offline},
                         {"pending", counts.pending},
                         {"rejected", counts.rejected},
                         {"lastSubmissionAt", counts.lastSubmissionAt}});
}

/// Secrets are kept by the host, their names here; "***" comes back from a reader and changes nothing.
void applySettings(Call& call, const Regime& regime, const Json& given, RegimeSettings& own) {
    for (const Json::Member& member : given.members()) {
        if (!regime.isSecret(member.name)) {
            own.settings.set(member.name, member.value);
        } else if (member.value.isNull()) {
            own.secrets.remove(member.name);
            call.secrets().remove(secretOf(regime.id, member.name));
        } else if (member.value.isString() && member.value.text() != Hidden) {
            call.secrets().put(secretOf(regime.id, member.name), member.value.text());
            own.secrets.set(member.name, true);
        }
    }
}

/// Against the schema that the regime publishes. What is missing is told when it is enabled; a secret that a
/// reader has seen as "***" is one, and null takes a setting away.
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
    for (const Json& required : regime.requiredSettings.items()) {
        const std::string name = required.textOr("name");
        const Json* value = (regime.isSecret(name) ? own.secrets : own.settings).find(name);
        if (value == nullptr || value->isNull() || (value->isString() && value->text().empty())) {
            throw ApiError(400, "regime-settings-missing", {name});
        }
    }
}

} // namespace

Response readFiscal(Request& request) {
    const auto own = listRegimes(request);
    auto counts = countSubmissions(request);
    Json regimes = Json::array();
    for (const Regime& regime : allRegimes(request)) {
        if (!fitsCompany(request, regime)) {
            continue;
        }
        const auto found = own.find(regime.id);
        regimes.push(regimeJson(regime, found == own.end() ? nullptr : &found->second, counts[regime.id]));
    }
    return Response::json(
        200, Json::object({{"country", request.company().country}, {"regimes", std::move(regimes)}}));
}

Response changeRegime(Request& request) {
    const Regime regime = requireRegime(request, request.path("regime"));
    if (!fitsCompany(request, regime)) {
        throw ApiError(400, "regime-country-mismatch");
    }
    const auto before = lockRegime(request, regime.id);
    RegimeSettings own = before.value_or(RegimeSettings{});
    own.regime = regime.id;
    const Json& body = request.body();
    if (body["settings"].isObject()) {
        checkSettings(regime, body["settings"]);
        applySettings(request, regime, body["settings"], own);
    }
    own.mode = body.textOr("mode", own.mode);
    own.autoSubmit = body.optionalBool("autoSubmit").value_or(own.autoSubmit);
    const bool enabled = body.optionalBool("enabled").value_or(own.state == "enabled");
    if (enabled) {
        checkComplete(regime, own);
    }
    own.state = enabled ? "enabled" : "disabled";
    own.version = before ? before->version + 1 : 1;
    saveRegime(request, own);
    request.history("regime", regime.id, enabled ? "enabled" : "disabled",
                    Json::array({Json::object({{"field", "state"},
                                               {"from", before ? Json(before->state) : Json("available")},
                                               {"to", own.state}})}));
    return Response::json(200, regimeJson(regime, &own, countSubmissions(request)[regime.id]));
}

Json regimeCommand(Call& call, const Json& input) {
    const auto own = lockRegime(call, input.textOr("regime"));
    if (!own) {
        return Json(nullptr);
    }
    Json settings = own->settings;
    for (const Json::Member& secret : own->secrets.members()) {
        settings.set(secret.name, Json(call.secrets().get(secretOf(own->regime, secret.name))));
    }
    return Json::object({{"regime", own->regime},
                         {"state", own->state},
                         {"mode", own->mode},
                         {"autoSubmit", own->autoSubmit},
                         {"settings", std::move(settings)}});
}

} // namespace svc::compliance
