#include "regime/known.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace svc::compliance {
namespace {

constexpr std::string_view Area = "regime.";
constexpr std::string_view Describe = ".describe";

Regime ask(Call& call, std::string_view id) {
    const Json facts = call.command(verbOf(id, "describe"), Json::object());
    Regime regime;
    regime.id = id;
    regime.name = facts.textOr("name", id);
    regime.country = facts.optionalText("country");
    fromText(facts.textOr("kind"), regime.kind);
    regime.offline = facts.optionalBool("offline").value_or(false);
    if (facts["settingsSchema"].isObject()) {
        regime.settingsSchema = facts["settingsSchema"];
    }
    if (facts["requiredSettings"].isArray()) {
        regime.requiredSettings = facts["requiredSettings"].items();
    }
    if (facts["documents"].isArray()) {
        regime.documents.clear();
        for (const Json& document : facts["documents"].items()) {
            regime.documents.push_back(document.text());
        }
    }
    if (facts["lost"].isObject()) {
        regime.lost = facts["lost"];
    }
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
    return std::any_of(requiredSettings.begin(), requiredSettings.end(), [&](const Json& one) {
        return one.textOr("name") == setting && one.optionalBool("secret").value_or(false);
    });
}

bool Regime::isKey(std::string_view setting) const {
    return std::any_of(requiredSettings.begin(), requiredSettings.end(), [&](const Json& one) {
        return one.textOr("name") == setting && one.textOr("type") == "key";
    });
}

bool Regime::isClientCertificate(std::string_view setting) const {
    return std::any_of(requiredSettings.begin(), requiredSettings.end(), [&](const Json& one) {
        return one.textOr("name") == setting && one.textOr("use") == "clientCertificate";
    });
}

bool Regime::takes(std::string_view document) const {
    return std::find(documents.begin(), documents.end(), document) != documents.end();
}

std::vector<std::string> Regime::missingIn(const RegimeSettings& own) const {
    std::vector<std::string> missing;
    for (const Json& required : requiredSettings) {
        if (required.optionalBool("optional").value_or(false)) {
            continue;
        }
        std::string setting = required.textOr("name");
        const Json* value = (isSecret(setting) ? own.secrets : own.settings).find(setting);
        if (value == nullptr || value->isNull() || (value->isString() && value->text().empty())) {
            missing.push_back(std::move(setting));
        }
    }
    return missing;
}

std::optional<Instant> instantIn(const Json& facts, std::string_view name) {
    const auto text = facts.optionalText(name);
    return text ? Instant::parse(*text) : std::nullopt;
}

std::string verbOf(std::string_view regime, std::string_view verb) {
    return std::string(Area) + std::string(regime) + '.' + std::string(verb);
}

std::vector<Regime> allRegimes(Call& call) {
    std::vector<Regime> regimes;
    for (const std::string& text : calls::host::commands(call, {.prefix = std::string(Area)}).commands) {
        if (text.size() > Area.size() + Describe.size() && text.ends_with(Describe)) {
            regimes.push_back(
                describe(call, text.substr(Area.size(), text.size() - Area.size() - Describe.size())));
        }
    }
    return regimes;
}

const Regime& requireRegime(Call& call, std::string_view id) {
    if (id.find('.') != std::string_view::npos || !call.offers(verbOf(id, "describe"))) {
        throw ApiError(404, "regime-not-found");
    }
    return describe(call, id);
}

std::string nameOf(Call& call, std::string_view id) {
    return call.offers(verbOf(id, "describe")) ? describe(call, id).name : std::string(id);
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
        const bool sends = !seals || call.offers(verbOf(regime.id, "send"));
        if (enabled && sends && (wished ? *wished == regime.id : !seals)) {
            return regime;
        }
    }
    throw ApiError(400, "regime-not-enabled");
}

} // namespace svc::compliance
