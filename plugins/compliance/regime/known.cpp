#include "regime/known.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace svc::compliance {
namespace {

Regime ask(Call& call, std::string_view id) {
    verbs::RegimeDescription told = verbs::describe(call, id);
    Regime regime;
    regime.id = id;
    regime.name = std::move(told.name);
    regime.country = std::move(told.country);
    regime.kind = told.kind;
    regime.offline = told.offline;
    if (told.settingsSchema.isObject()) {
        regime.settingsSchema = std::move(told.settingsSchema);
    }
    regime.requiredSettings = std::move(told.requiredSettings);
    if (told.documents) {
        regime.documents = *std::move(told.documents);
    }
    regime.lost = told.lost.value_or(verbs::LostAnswers());
    return regime;
}

/// Caches the self-description of regimes: it is the same for all companies while the plugin is loaded.
class KnownRegimes {
public:
    const Regime& describe(Call& call, std::string_view id) {
        const std::lock_guard lock(mutex_);
        auto known = regimes_.find(id);
        if (known == regimes_.end()) {
            known = regimes_.emplace(std::string(id), ask(call, id)).first;
        }
        return known->second;
    }

private:
    std::mutex mutex_;
    std::map<std::string, Regime, std::less<>> regimes_;
};

const Regime& describe(Call& call, std::string_view id) {
    static KnownRegimes known;
    return known.describe(call, id);
}

} // namespace

bool Regime::isSecret(std::string_view setting) const {
    return std::any_of(requiredSettings.begin(), requiredSettings.end(),
                       [&](const auto& one) { return one.name == setting && one.secret; });
}

bool Regime::isKey(std::string_view setting) const {
    return std::any_of(requiredSettings.begin(), requiredSettings.end(),
                       [&](const auto& one) { return one.name == setting && one.type == "key"; });
}

bool Regime::isClientCertificate(std::string_view setting) const {
    return std::any_of(requiredSettings.begin(), requiredSettings.end(), [&](const auto& one) {
        return one.name == setting && one.use == "clientCertificate";
    });
}

bool Regime::needsCertificate(std::string_view setting) const {
    return isClientCertificate(setting) ||
           std::any_of(requiredSettings.begin(), requiredSettings.end(),
                       [&](const auto& one) { return one.name == setting && one.use == "certificate"; });
}

std::optional<std::string> Regime::algorithmOf(std::string_view setting) const {
    const auto found = std::find_if(requiredSettings.begin(), requiredSettings.end(),
                                    [&](const auto& one) { return one.name == setting; });
    return found == requiredSettings.end() ? std::nullopt : found->algorithm;
}

bool Regime::takes(std::string_view document) const {
    return std::find(documents.begin(), documents.end(), document) != documents.end();
}

std::vector<std::string> Regime::missingIn(const RegimeSettings& own) const {
    std::vector<std::string> missing;
    for (const auto& required : requiredSettings) {
        if (required.optional.value_or(false)) {
            continue;
        }
        const Json* value = (isSecret(required.name) ? own.secrets : own.settings).find(required.name);
        if (value == nullptr || value->isNull() || (value->isString() && value->text().empty())) {
            missing.push_back(required.name);
        }
    }
    return missing;
}

std::optional<Instant> instantIn(const Json& facts, std::string_view name) {
    const auto text = facts.optionalText(name);
    return text ? Instant::parse(*text) : std::nullopt;
}

std::vector<Regime> allRegimes(Call& call) {
    std::vector<Regime> regimes;
    for (const std::string& id : verbs::providersOfDescribe(call)) {
        regimes.push_back(describe(call, id));
    }
    return regimes;
}

const Regime& requireRegime(Call& call, std::string_view id) {
    if (id.find('.') != std::string_view::npos || !verbs::offersDescribe(call, id)) {
        throw ApiError(404, "regime-not-found");
    }
    return describe(call, id);
}

std::string nameOf(Call& call, std::string_view id) {
    return verbs::offersDescribe(call, id) ? describe(call, id).name : std::string(id);
}

bool fitsCompany(Call& call, const Regime& regime) {
    return !regime.country || *regime.country == call.company().country;
}

Regime regimeToSubmitTo(Call& call, const std::optional<std::string>& wished) {
    const auto own = listRegimes(call);
    for (const Regime& regime : allRegimes(call)) {
        const auto found = own.find(regime.id);
        const bool enabled = found != own.end() && found->second.state == RegimeState::Enabled;
        const bool seals = regime.kind == api::FiscalRegimeKind::Sealing;
        const bool sends = !seals || verbs::offersSend(call, regime.id);
        if (enabled && sends && (wished ? *wished == regime.id : !seals)) {
            return regime;
        }
    }
    throw ApiError(400, "regime-not-enabled");
}

} // namespace svc::compliance
