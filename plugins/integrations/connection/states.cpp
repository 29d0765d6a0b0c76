#include "connection/states.hpp"

#include "attempt/flow.hpp"
#include "connection/named_records.hpp"
#include "connection/rules/capabilities.hpp"
#include "feed/plan.hpp"
#include "hook/address.hpp"
#include "provider/store.hpp"

namespace svc::integrations {
namespace {

/// The error of a provider, short enough for a column and an event.
constexpr std::size_t LongestError = 200;
/// Number of calls shown in the list of providers; a separate route lists all calls.
constexpr std::int64_t ShownCalls = 5;

void tell(Call& call, const Connection& connection, std::string_view action, State from, State to) {
    call.history(
        "integration", connection.provider, action,
        Json::array({Json::object({{"field", "state"}, {"from", toText(from)}, {"to", toText(to)}})}));
}

void emitDisconnected(Call& call, const Provider& provider, EndReason reason) {
    emit(call, events::IntegrationDisconnected{
                   .id = provider.id, .provider = provider.id, .name = provider.name, .reason = reason});
}

} // namespace

api::Integration integrationOf(Call& call, const Provider& provider, const Connection* connection) {
    api::Integration integration{.provider = provider.id,
                                 .name = provider.name,
                                 .logo = provider.id,
                                 .kind = provider.kind,
                                 .auth = provider.auth,
                                 .authorizable = verbs::offersAuthorize(call, provider.id),
                                 .state = State::Available,
                                 .settings = Json::object(),
                                 .settingsSchema = provider.settingsSchema,
                                 .credentialsSchema = provider.credentialsSchema,
                                 .keysUrl = provider.keysUrl,
                                 .capabilities = provider.capabilities,
                                 .capabilityDescriptions = describeCapabilities(provider.capabilities),
                                 .feeds = feedsOf(call, provider, connection)};
    if (integration.authorizable &&
        provider.credentialsSchema["properties"].contains(provider.accountField)) {
        integration.accountField = provider.accountField;
    }
    if (connection != nullptr) {
        integration.state = connection->state;
        integration.account = connection->account;
        integration.settings = connection->settings;
        if (verbs::offersHook(call, provider.id)) {
            integration.hookUrl = hookUrl(call, provider.id);
        }
        integration.connectedAt = connection->connectedAt;
        integration.lastSyncAt = connection->lastSyncAt;
        integration.lastError = connection->lastError;
        if (const auto wallet = archivedWallet(call, connection->settings)) {
            integration.lastError = "wallet-archived:" + wallet->toString();
        }
        integration.lastCalls = listCalls(call, provider.id, std::nullopt, ShownCalls);
    }
    return integration;
}

void checkAvailable(Call& call, const Provider& provider) {
    const auto connection = lockConnection(call, provider.id);
    if (connection && connection->state != State::Expired) {
        throw ApiError(400, "integration-connected");
    }
    // An expired connection counts already.
    if (!connection) {
        call.checkPlan("integrations", countConnections(call));
    }
}

Provider requireAvailable(Call& call, std::string_view id, bool oauth) {
    Provider provider = requireProvider(call, id);
    checkAvailable(call, provider);
    // A provider with API keys may offer OAuth as well.
    const bool isOauth = provider.auth == api::IntegrationAuth::Oauth;
    if (oauth ? !isOauth && !verbs::offersAuthorize(call, provider.id) : isOauth) {
        throw ApiError(400, "integration-auth-mismatch");
    }
    return provider;
}

Connection connect(Call& call, const Provider& provider, Json account, Json settings) {
    Connection connection;
    connection.provider = provider.id;
    connection.account = std::move(account);
    connection.settings = settings.isObject() ? std::move(settings) : Json::object();
    connection.connectedAt = call.now().truncatedToMillis();
    if (const auto before = findConnection(call, provider.id);
        before && isOtherAccount(*before, connection)) {
        removeFeeds(call, provider.id); // the positions are those of the other account
    }
    saveConnection(call, connection);
    fileHeldAgain(call, provider.id);
    fileOpenAgain(call, connection);
    beginFeeds(call, provider, connection);
    tellAccount(call, provider.id, connection.account);
    tell(call, connection, "connected", State::Available, State::Connected);
    emit(call, events::IntegrationConnected{.id = provider.id,
                                            .provider = provider.id,
                                            .name = provider.name,
                                            .account = connection.account});
    return connection;
}

void disconnect(Call& call, const Provider& provider, const Connection& connection) {
    removeFeeds(call, connection.provider);
    tellAccount(call, connection.provider, Json(nullptr));
    removeConnection(call, connection.provider);
    tell(call, connection, "disconnected", connection.state, State::Available);
    emitDisconnected(call, provider, EndReason::User);
}

void expire(Call& call, const Provider& provider, Connection& connection, EndReason reason) {
    if (connection.state == State::Expired) {
        return;
    }
    tell(call, connection, "expired", connection.state, State::Expired);
    connection.state = State::Expired;
    connection.syncingSince.reset();
    ++connection.version;
    saveConnection(call, connection);
    emitDisconnected(call, provider, reason);
}

void succeed(Call& call, Connection& connection, bool synced) {
    if (synced) {
        connection.lastSyncAt = call.now().truncatedToMillis();
        connection.syncingSince.reset();
    } else if (connection.failures == 0) {
        return;
    }
    if (connection.state == State::Error) {
        tell(call, connection, "recovered", State::Error, State::Connected);
        connection.state = State::Connected;
    }
    connection.failures = 0;
    connection.failingSince.reset();
    connection.lastError.reset();
    ++connection.version;
    saveConnection(call, connection);
}

void fail(Call& call, Connection& connection, std::string error) {
    connection.lastError = std::string(utf8Prefix(error, LongestError));
    connection.syncingSince.reset();
    if (++connection.failures == 1) {
        connection.failingSince = call.now().truncatedToMillis();
    }
    ++connection.version;
    // Reported once until a call succeeds; an expired connection was reported already.
    if (connection.state == State::Connected && connection.failures >= MostFailures) {
        tell(call, connection, "failed", State::Connected, State::Error);
        connection.state = State::Error;
        emit(call, events::IntegrationFailed{.id = connection.provider,
                                             .provider = connection.provider,
                                             .failures = connection.failures,
                                             .error = connection.lastError.value(),
                                             .disabled = false,
                                             .since = connection.failingSince.value()});
    }
    saveConnection(call, connection);
}

void record(Call& call, std::string_view provider, bool succeeded, const std::optional<std::string>& error,
            bool synced) {
    auto connection = lockConnection(call, provider);
    if (!connection) {
        return;
    }
    if (succeeded) {
        succeed(call, *connection, synced);
    } else {
        fail(call, *connection, error.value_or("unknown"));
    }
}

} // namespace svc::integrations
