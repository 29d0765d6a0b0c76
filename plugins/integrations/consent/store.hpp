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
    /// Of the call that has brought the keys: `connected`, or the code of a refusal; none: no such call came.
    std::optional<std::string> outcome{};
};

/// The outcome of keys that work.
inline constexpr std::string_view KeysConnected = "connected";

void insertAuthorization(Call& call, std::string_view stateHash, const Authorization& authorization);
/// Who comes back with this state; they do so once.
std::optional<Authorization> takeAuthorization(Call& call, std::string_view stateHash);
/// Who is waited for with this state, for a call that brings the keys: it may come once, and in time.
std::optional<Authorization> beginDelivery(Call& call, std::string_view stateHash, std::string_view provider);
/// What came of the keys, for the person who comes back.
void keepOutcome(Call& call, std::string_view stateHash, std::string_view outcome);
void forgetAuthorizations(Call& call, Instant before);

} // namespace svc::integrations
