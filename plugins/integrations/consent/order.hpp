#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bindings.hpp"

namespace svc::integrations {

/// A person comes back within this time.
inline constexpr std::int64_t Lifetime = 10 * Instant::Minute;

/// Where the provider sends the person back to.
std::string redirectUri(Call& call, std::string_view provider);
/// Where the person goes in the end: what was asked for, which must be of this service, else its own address.
std::string returnUrlOf(Call& call, const std::optional<std::string>& asked);
/// The text that is given along and comes back; nobody can guess it.
std::string newState(Request& request);
/// The verifier of a state is computed again from a secret of the company instead of being kept.
std::string verifierOf(Call& call, std::string_view state);

} // namespace svc::integrations
