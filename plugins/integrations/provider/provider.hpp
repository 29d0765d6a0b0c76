#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::integrations {

/// What a connector tells of its provider (connector.<provider>.describe).
struct Provider {
    std::string id;
    std::string name;
    api::IntegrationKind kind{};
    api::IntegrationAuth auth = api::IntegrationAuth::ApiKey;
    Json settingsSchema = Json::object();
    Json credentialsSchema = Json::object();
    std::optional<std::string> keysUrl; ///< where the provider gives its keys
    Json capabilities = Json::array();
    Json currencies = Json::array();      ///< the only ones that it takes; empty: it does not say
    Json hookHeaders = Json::array();     ///< names of the headers that its verb hook reads
    Json feeds = Json::array();           ///< [{ name, minutes }]: what its verb fetch knows, and how often
    bool consent = false;                 ///< a person agrees at the provider after connect, and comes back
    bool deliversKeys = false;            ///< authorize ends with a call of the provider that brings the keys
    std::string accountField = "account"; ///< of credentialsSchema: what authorize is given as the account
    Json lost = Json::object();           ///< verb: repeat, read or hold, when its answer was lost
};

/// connector.<provider>.<verb>
std::string verbOf(std::string_view provider, std::string_view verb);

/// The identifiers of those whose connectors offer this verb.
std::vector<std::string> providersOffering(Call& call, std::string_view verb);
/// The providers of all enabled connectors, by id.
std::vector<Provider> allProviders(Call& call);
/// Refuses with 404 provider-not-found.
Provider requireProvider(Call& call, std::string_view id);

} // namespace svc::integrations
