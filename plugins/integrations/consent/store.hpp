#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::integrations {

/// A pending consent: a user was sent to a provider.
struct Authorization {
    std::string provider;
    std::string returnUrl; ///< where to go afterwards
    Instant expiresAt;
    std::optional<std::string> account{}; ///< at the provider, if it must be known beforehand
    Json settings = Json::object();       ///< of the connection to be made
    /// Result of the call that delivered the keys: KeysConnected, or the code of a refusal; none: no call
    /// came.
    std::optional<std::string> outcome{};
};

/// The outcome when the delivered keys work.
inline constexpr std::string_view KeysConnected = "connected";
/// The outcome until the delivered keys are tried.
inline constexpr std::string_view KeysDelivered = "called";

void insertAuthorization(Call& call, std::string_view stateHash, const Authorization& authorization);
/// Replaces the pending consents of a provider that keeps its keys before the consent: there are others now.
void awaitConsent(Call& call, std::string_view stateHash, const Authorization& authorization);
/// Is a consent of the provider pending?
bool isConsentAwaited(Call& call, std::string_view provider);
/// Removes and returns the pending consent with this state, so that it can be used only once.
std::optional<Authorization> takeAuthorization(Call& call, std::string_view stateHash);
/// The pending consent with this state, for a call that delivers the keys: accepted once, and in time.
std::optional<Authorization> beginDelivery(Call& call, std::string_view stateHash, std::string_view provider);
/// Stores the outcome of the keys for the user who comes back.
void keepOutcome(Call& call, std::string_view stateHash, std::string_view outcome);
void forgetAuthorizations(Call& call, Instant before);

} // namespace svc::integrations
