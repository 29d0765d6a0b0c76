#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::integrations {

/// Somebody who was sent to a provider.
struct Authorization {
    std::string provider;
    std::string returnUrl; ///< where to go afterwards
    Instant expiresAt;
    std::optional<std::string> account{}; ///< at the provider, where it must be known beforehand
    Json settings = Json::object();       ///< of the connection that is made then
};

void insertAuthorization(Call& call, std::string_view stateHash, const Authorization& authorization);
/// Who comes back with this state; they do so once.
std::optional<Authorization> takeAuthorization(Call& call, std::string_view stateHash);
void forgetAuthorizations(Call& call, Instant before);

} // namespace svc::integrations
