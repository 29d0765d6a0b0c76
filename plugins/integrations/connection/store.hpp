#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::integrations {

using State = api::IntegrationState;

/// A provider that the company has connected.
struct Connection {
    std::string provider;
    State state = State::Connected; ///< connected, error or expired
    Json account;                   ///< { id, name } or null
    Json settings = Json::object();
    std::int64_t failures = 0; ///< failed calls in a row
    std::optional<Instant> failingSince;
    std::optional<std::string> lastError;
    std::optional<Instant> syncingSince;
    std::optional<Instant> lastSyncAt;
    Instant connectedAt;
    std::int64_t version = 1;
    std::optional<Instant> notBefore; ///< the provider must not be called before
};

/// The identifier of the account at the provider; nothing when the provider names none.
std::optional<std::string> accountId(const Connection& connection);
/// Do they name different accounts?
bool isOtherAccount(const Connection& one, const Connection& other);

std::vector<Connection> listConnections(Call& call);
std::optional<Connection> findConnection(Call& call, std::string_view provider);
/// Locked until the commit: calls of a connector end on several threads.
std::optional<Connection> lockConnection(Call& call, std::string_view provider);
std::int64_t countConnections(Call& call);
/// Inserts or replaces.
void saveConnection(Call& call, const Connection& connection);
void removeConnection(Call& call, std::string_view provider);

} // namespace svc::integrations
