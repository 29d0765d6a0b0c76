#include "provider/provider.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view Area = "connector.";

Provider describe(Call& call, std::string_view id) {
    const Json facts = call.command(verbOf(id, "describe"), Json::object());
    Provider provider;
    provider.id = id;
    provider.name = facts.textOr("name", id);
    if (!fromText(facts.textOr("kind"), provider.kind) || !fromText(facts.textOr("auth"), provider.auth)) {
        throw Fault(verbOf(id, "describe") + ": kind '" + facts.textOr("kind") + "' or auth '" +
                    facts.textOr("auth") + "' is none of docs/modules/integrations.md");
    }
    if (facts["settingsSchema"].isObject()) {
        provider.settingsSchema = facts["settingsSchema"];
    }
    if (facts["credentialsSchema"].isObject()) {
        provider.credentialsSchema = facts["credentialsSchema"];
    }
    provider.keysUrl = facts.optionalText("keysUrl");
    if (facts["capabilities"].isArray()) {
        provider.capabilities = facts["capabilities"];
    }
    if (facts["currencies"].isArray()) {
        provider.currencies = facts["currencies"];
    }
    if (facts["hookHeaders"].isArray()) {
        provider.hookHeaders = facts["hookHeaders"];
    }
    if (facts["feeds"].isArray()) {
        provider.feeds = facts["feeds"];
    }
    provider.consent = facts.optionalBool("consent").value_or(false);
    provider.deliversKeys = facts.optionalBool("deliversKeys").value_or(false);
    provider.accountField = facts.textOr("accountField", provider.accountField);
    if (facts["lost"].isObject()) {
        provider.lost = facts["lost"];
    }
    return provider;
}

} // namespace

std::string verbOf(std::string_view provider, std::string_view verb) {
    return std::string(Area) + std::string(provider) + '.' + std::string(verb);
}

std::vector<std::string> providersOffering(Call& call, std::string_view verb) {
    std::vector<std::string> providers;
    const std::string end = '.' + std::string(verb);
    for (const std::string& text : calls::host::commands(call, {.prefix = std::string(Area)}).commands) {
        if (text.size() > Area.size() + end.size() && text.ends_with(end)) {
            providers.push_back(text.substr(Area.size(), text.size() - Area.size() - end.size()));
        }
    }
    return providers;
}

std::vector<Provider> allProviders(Call& call) {
    std::vector<Provider> providers;
    for (const std::string& id : providersOffering(call, "describe")) {
        providers.push_back(describe(call, id));
    }
    return providers;
}

Provider requireProvider(Call& call, std::string_view id) {
    if (id.find('.') != std::string_view::npos || !call.offers(verbOf(id, "describe"))) {
        throw ApiError(404, "provider-not-found");
    }
    return describe(call, id);
}

} // namespace svc::integrations
