#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::integrations {

/// The self-description of a connector's provider (connector.<provider>.describe).
struct Provider {
    std::string id;
    std::string name;
    api::IntegrationKind kind{};
    api::IntegrationAuth auth = api::IntegrationAuth::ApiKey;
    Json settingsSchema = Json::object();
    Json credentialsSchema = Json::object();
    std::optional<std::string> keysUrl; ///< where users get the keys
    Json capabilities = Json::array();
    std::vector<std::string> currencies;               ///< the only ones that it accepts; empty: unspecified
    std::vector<std::string> hookHeaders;              ///< names of the headers that its verb hook reads
    std::vector<verbs::DescribeOutputFeedsItem> feeds; ///< of its verb fetch
    bool consent = false;                 ///< a user consents at the provider after connect, and comes back
    bool deliversKeys = false;            ///< authorize ends with a call of the provider with the keys
    std::string accountField = "account"; ///< of credentialsSchema: what authorize is given as the account
    Json lost = Json::object();           ///< verb: repeat, read or hold, when its answer was lost
};

/// The providers of all enabled connectors, by id.
std::vector<Provider> allProviders(Call& call);
/// Refuses with 404 provider-not-found.
Provider requireProvider(Call& call, std::string_view id);

} // namespace svc::integrations
