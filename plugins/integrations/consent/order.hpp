#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bindings.hpp"

namespace svc::integrations {

/// The user must come back within this time.
inline constexpr std::int64_t Lifetime = 10 * Instant::Minute;

/// The address to which the provider sends the user back.
std::string redirectUri(Call& call, std::string_view provider);
/// Where the user is sent in the end: the requested address, which must belong to this service, else the
/// service's own address.
std::string returnUrlOf(Call& call, const std::optional<std::string>& asked);
/// The `state` that is sent along and comes back; unguessable.
std::string newState(Request& request);
/// The PKCE verifier of a state: derived from a secret of the company instead of being stored.
std::string verifierOf(Call& call, std::string_view state);

} // namespace svc::integrations
