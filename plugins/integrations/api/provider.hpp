#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

namespace svc::integrations {

/// What a connector tells of its provider (connector.<provider>.describe).
struct Provider {
    std::string id;
    std::string name;
    std::string kind; ///< payment, mobile_money, bank_feed, rates …
    std::string auth; ///< api_key, oauth or none
    Json settingsSchema = Json::object();
    Json capabilities = Json::array();
};

/// connector.<provider>.<verb>
std::string verbOf(std::string_view provider, std::string_view verb);

/// The providers of all enabled connectors, by id.
std::vector<Provider> allProviders(Call& call);
/// Refuses with 404 provider-not-found.
Provider requireProvider(Call& call, std::string_view id);

} // namespace svc::integrations
