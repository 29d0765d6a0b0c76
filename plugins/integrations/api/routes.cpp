#include "api/routes.hpp"

#include <map>

#include "api/provider.hpp"
#include "api/states.hpp"

namespace svc::integrations {
namespace {

struct Connected {
    Provider provider;
    Connection connection;
};

/// The provider of the path, connected (whatever its state).
Connected requireConnected(Request& request) {
    Provider provider = requireProvider(request, request.path("provider"));
    auto connection = lockConnection(request, provider.id);
    if (!connection) {
        throw ApiError(400, "integration-not-connected");
    }
    return {std::move(provider), *std::move(connection)};
}

Provider requireAvailable(Request& request, bool oauth) {
    Provider provider = requireProvider(request, request.path("provider"));
    const auto connection = lockConnection(request, provider.id);
    if (connection && connection->state != "expired") {
        throw ApiError(400, "integration-connected");
    }
    if ((provider.auth == "oauth") != oauth) {
        throw ApiError(400, "integration-auth-mismatch");
    }
    // One that has expired counts already.
    if (!connection) {
        request.checkPlan("integrations", countConnections(request));
    }
    return provider;
}

} // namespace

Response listIntegrations(Request& request) {
    std::map<std::string, Connection> connected;
    for (Connection& connection : listConnections(request)) {
        connected.emplace(connection.provider, std::move(connection));
    }
    Json list = Json::array();
    for (const Provider& provider : allProviders(request)) {
        const auto found = connected.find(provider.id);
        list.push(integrationJson(provider, found == connected.end() ? nullptr : &found->second));
    }
    const auto total = static_cast<std::int64_t>(list.size());
    return Response::json(200, list).total(total);
}

Response connectIntegration(Request& request) {
    const Provider provider = requireAvailable(request, false);
    const Json& body = request.body();
    Json settings = body["settings"].isObject() ? body["settings"] : Json::object();
    Json account(nullptr);
    if (const std::string verb = verbOf(provider.id, "connect"); request.offers(verb)) {
        // The connector asks the provider, keeps the credentials, and refuses what is wrong with them.
        account = request.command(
            verb, Json::object({{"credentials", body["credentials"]}, {"settings", settings}}))["account"];
    }
    const Connection connection = connect(request, provider, std::move(account), std::move(settings));
    return Response::json(201, integrationJson(provider, &connection));
}

Response authorizeIntegration(Request& request) {
    const Provider provider = requireAvailable(request, true);
    return Response::json(200, request.command(verbOf(provider.id, "authorize"),
                                               Json::object({{"returnUrl", request.query("returnUrl")}})));
}

Response changeIntegrationSettings(Request& request) {
    Connected found = requireConnected(request);
    const Json before = found.connection.settings;
    for (const Json::Member& member : request.body().members()) {
        found.connection.settings.set(member.name, member.value);
    }
    if (const std::string verb = verbOf(found.provider.id, "settings"); request.offers(verb)) {
        request.command(verb, Json::object({{"settings", found.connection.settings}}));
    }
    ++found.connection.version;
    saveConnection(request, found.connection);
    request.history("integration", found.provider.id, "settings.changed",
                    Json::array({Json::object(
                        {{"field", "settings"}, {"from", before}, {"to", found.connection.settings}})}));
    return Response::json(200, integrationJson(found.provider, &found.connection));
}

Response testIntegration(Request& request) {
    const Connected found = requireConnected(request);
    const std::string verb = verbOf(found.provider.id, "test");
    const Json result = request.offers(verb) ? request.command(verb, Json::object()) : Json::object();
    return Response::json(200, Json::object({{"ok", result.optionalBool("ok").value_or(true)},
                                             {"durationMs", result.optionalInteger("durationMs").value_or(0)},
                                             {"error", result.optionalText("error")}}));
}

Response syncIntegration(Request& request) {
    Connected found = requireConnected(request);
    if (!request.offers(verbOf(found.provider.id, "sync"))) {
        throw ApiError(400, "sync-unsupported");
    }
    constexpr std::int64_t GivenUp = Instant::Hour;
    const auto& since = found.connection.syncingSince;
    if (since && request.now().micros() - since->micros() < GivenUp) {
        throw ApiError(400, "sync-in-progress");
    }
    found.connection.syncingSince = request.now();
    saveConnection(request, found.connection);
    const Uuid job = request.fileJob(
        "sync", request.now(),
        Json::object({{"provider", found.provider.id}, {"since", request.body()["since"]}}), {});
    return Response::json(202, Json::object({{"id", encodeId("job", job)}, {"status", "queued"}}));
}

Response disconnectIntegration(Request& request) {
    const Connected found = requireConnected(request);
    if (const std::string verb = verbOf(found.provider.id, "disconnect"); request.offers(verb)) {
        request.command(verb, Json::object());
    }
    disconnect(request, found.provider, found.connection);
    return Response::empty();
}

void syncJob(Call& call, const Json& payload) {
    const std::string provider = payload.textOr("provider");
    const std::string verb = verbOf(provider, "sync");
    auto connection = lockConnection(call, provider);
    if (!connection || !call.offers(verb)) {
        return;
    }
    // The connector tells what went wrong; a fault undoes this run and the job is tried again.
    const Json result =
        call.command(verb, Json::object({{"since", payload["since"]}, {"settings", connection->settings}}));
    connection = lockConnection(call, provider);
    if (!connection) {
        return;
    }
    if (const auto error = result.optionalText("error")) {
        fail(call, *connection, *error);
    } else {
        succeed(call, *connection, true);
    }
}

} // namespace svc::integrations
