// Which regimes there are, and how the company uses them.
#include "api/regime.hpp"
#include "api/routes.hpp"

namespace svc::compliance {
namespace {

constexpr std::string_view Hidden = "***";

std::string contextOf(std::string_view regime, std::string_view setting) {
    return "regime " + std::string(regime) + ' ' + std::string(setting);
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

/// Secrets are sealed before they are stored; "***" comes back from a reader and changes nothing.
void applySettings(Call& call, const Regime& regime, const Json& given, RegimeSettings& own) {
    for (const Json::Member& member : given.members()) {
        if (!regime.isSecret(member.name)) {
            own.settings.set(member.name, member.value);
        } else if (member.value.isNull()) {
            own.secrets.remove(member.name);
        } else if (member.value.isString() && member.value.text() != Hidden) {
            const Json sealed = call.command(
                "secrets.seal",
                Json::object({{"context", contextOf(regime.id, member.name)}, {"text", member.value}}));
            own.secrets.set(member.name, sealed["sealed"]);
        }
    }
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

Json resealCommand(Call& call, const Json& input) {
    // The version of the key stands before the dot of a sealed text.
    const std::string newest = input.textOr("newest") + '.';
    std::int64_t count = 0;
    for (const auto& [id, listed] : listRegimes(call)) {
        std::optional<RegimeSettings> own = lockRegime(call, id);
        const Json secrets = own ? own->secrets : Json::object();
        for (const Json::Member& secret : secrets.members()) {
            if (secret.value.text().rfind(newest, 0) == 0) {
                continue;
            }
            const std::string context = contextOf(id, secret.name);
            const Json text = call.command(
                "secrets.open", Json::object({{"context", context}, {"sealed", secret.value}}))["text"];
            if (text.isNull()) {
                throw Fault("a secret of the regime " + id +
                            " was not sealed with a master key that is known");
            }
            own->secrets.set(
                secret.name,
                call.command("secrets.seal", Json::object({{"context", context}, {"text", text}}))["sealed"]);
            ++count;
        }
        if (own && !(own->secrets == secrets)) {
            saveRegime(call, *own);
        }
    }
    return Json::object({{"sealed", count}});
}

Json regimeCommand(Call& call, const Json& input) {
    const auto own = lockRegime(call, input.textOr("regime"));
    if (!own) {
        return Json(nullptr);
    }
    Json settings = own->settings;
    for (const Json::Member& secret : own->secrets.members()) {
        settings.set(secret.name, call.command("secrets.open",
                                               Json::object({{"context", contextOf(own->regime, secret.name)},
                                                             {"sealed", secret.value}}))["text"]);
    }
    return Json::object({{"regime", own->regime},
                         {"state", own->state},
                         {"mode", own->mode},
                         {"autoSubmit", own->autoSubmit},
                         {"settings", std::move(settings)}});
}

} // namespace svc::compliance
