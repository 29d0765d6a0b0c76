#include "provider/provider.hpp"

namespace svc::integrations {
namespace {

Provider describe(Call& call, std::string_view id) {
    verbs::DescribeOutput told = verbs::describe(call, id);
    Provider provider;
    provider.id = id;
    provider.name = told.name.value_or(provider.id);
    provider.kind = told.kind;
    provider.auth = told.auth;
    if (told.settingsSchema.isObject()) {
        provider.settingsSchema = std::move(told.settingsSchema);
    }
    if (told.credentialsSchema.isObject()) {
        provider.credentialsSchema = std::move(told.credentialsSchema);
    }
    provider.keysUrl = std::move(told.keysUrl);
    if (told.capabilities.isArray()) {
        provider.capabilities = std::move(told.capabilities);
    }
    provider.currencies = std::move(told.currencies);
    provider.hookHeaders = std::move(told.hookHeaders);
    provider.feeds = std::move(told.feeds);
    provider.consent = told.consent;
    provider.deliversKeys = told.deliversKeys;
    provider.accountField = std::move(told.accountField);
    if (told.lost.isObject()) {
        provider.lost = std::move(told.lost);
    }
    return provider;
}

} // namespace

std::vector<Provider> allProviders(Call& call) {
    std::vector<Provider> providers;
    for (const std::string& id : verbs::providersOfDescribe(call)) {
        providers.push_back(describe(call, id));
    }
    return providers;
}

Provider requireProvider(Call& call, std::string_view id) {
    if (id.find('.') != std::string_view::npos || !verbs::offersDescribe(call, id)) {
        throw ApiError(404, "provider-not-found");
    }
    return describe(call, id);
}

} // namespace svc::integrations
