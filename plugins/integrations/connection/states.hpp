#pragma once

#include "connection/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

/// Failed calls in a row after which a connection is in error.
inline constexpr std::int64_t MostFailures = 5;

using EndReason = events::IntegrationDisconnectedReason;

api::Integration integrationOf(Call& call, const Provider& provider, const Connection* connection);

/// Refuses with `integration-connected`, and with `plan-limit:integrations:<n>`.
void checkAvailable(Call& call, const Provider& provider);
/// A provider that may be connected in this way (OAuth or keys): else 400 `integration-auth-mismatch`.
Provider requireAvailable(Call& call, std::string_view id, bool oauth);

/// available → connected, integration.connected. The plan limit must have been checked.
Connection connect(Call& call, const Provider& provider, Json account, Json settings);
/// connected, error, expired → available, by a user; integration.disconnected unless it had expired.
void disconnect(Call& call, const Provider& provider, const Connection& connection);
/// connected, error → expired, by the provider (`reason`: it revoked the access, or that has expired);
/// integration.disconnected.
void expire(Call& call, const Provider& provider, Connection& connection, EndReason reason);
/// error → connected; no event.
void succeed(Call& call, Connection& connection, bool synced);
/// Counts the failure; the fifth in a row makes connected → error, integration.failed.
void fail(Call& call, Connection& connection, std::string error);
/// Calls succeed() or fail() for a finished call; does nothing when the provider was disconnected meanwhile.
void record(Call& call, std::string_view provider, bool succeeded, const std::optional<std::string>& error,
            bool synced);

} // namespace svc::integrations
