#include "api/states.hpp"

namespace svc::integrations {
namespace {

/// The error of a provider, short enough for a column and an event.
constexpr std::size_t LongestError = 200;

void tell(Call& call, const Connection& connection, std::string_view action, const Json& from,
          const Json& to) {
    call.history("integration", connection.provider, action,
                 Json::array({Json::object({{"field", "state"}, {"from", from}, {"to", to}})}));
}

void emitDisconnected(Call& call, const Provider& provider, std::string_view reason) {
    call.emit(
        "integration.disconnected", "integration", provider.id,
        Json::object(
            {{"id", provider.id}, {"provider", provider.id}, {"name", provider.name}, {"reason", reason}}));
}

} // namespace

Json integrationJson(const Provider& provider, const Connection* connection) {
    const auto of = [&](auto value) { return connection == nullptr ? Json(nullptr) : value(); };
    return Json::object({{"provider", provider.id},
                         {"name", provider.name},
                         {"kind", provider.kind},
                         {"auth", provider.auth},
                         {"state", connection == nullptr ? Json("available") : Json(connection->state)},
                         {"account", of([&] { return connection->account; })},
                         {"settings", connection == nullptr ? Json::object() : connection->settings},
                         {"settingsSchema", provider.settingsSchema},
                         {"capabilities", provider.capabilities},
                         {"connectedAt", of([&] { return Json(connection->connectedAt); })},
                         {"lastSyncAt", of([&] { return Json(connection->lastSyncAt); })},
                         {"lastError", of([&] { return Json(connection->lastError); })}});
}

Connection connect(Call& call, const Provider& provider, Json account, Json settings) {
    Connection connection;
    connection.provider = provider.id;
    connection.account = std::move(account);
    connection.settings = settings.isObject() ? std::move(settings) : Json::object();
    connection.connectedAt = call.now().truncatedToMillis();
    saveConnection(call, connection);
    tell(call, connection, "connected", Json("available"), Json("connected"));
    call.emit("integration.connected", "integration", provider.id,
              Json::object({{"id", provider.id},
                            {"provider", provider.id},
                            {"name", provider.name},
                            {"account", connection.account}}));
    return connection;
}

void disconnect(Call& call, const Provider& provider, const Connection& connection) {
    removeConnection(call, connection.provider);
    tell(call, connection, "disconnected", Json(connection.state), Json("available"));
    emitDisconnected(call, provider, "user");
}

void expire(Call& call, const Provider& provider, Connection& connection, std::string_view reason) {
    if (connection.state == "expired") {
        return;
    }
    tell(call, connection, "expired", Json(connection.state), Json("expired"));
    connection.state = "expired";
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
    if (connection.state == "error") {
        tell(call, connection, "recovered", Json("error"), Json("connected"));
        connection.state = "connected";
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
    // Told once until a call succeeds; an expired connection is told already.
    if (connection.state == "connected" && connection.failures >= MostFailures) {
        tell(call, connection, "failed", Json("connected"), Json("error"));
        connection.state = "error";
        call.emit("integration.failed", "integration", connection.provider,
                  Json::object({{"id", connection.provider},
                                {"provider", connection.provider},
                                {"webhookId", nullptr},
                                {"failures", connection.failures},
                                {"error", connection.lastError},
                                {"disabled", false},
                                {"since", connection.failingSince}}));
    }
    saveConnection(call, connection);
}

} // namespace svc::integrations
