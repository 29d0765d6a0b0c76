#include <map>

#include "api/provider.hpp"
#include "api/states.hpp"

namespace svc::integrations {
namespace {

struct Connected {
    Provider provider;
    Connection connection;
};

/// The provider, connected (whatever its state).
Connected requireConnected(Request& request, std::string_view id) {
    Provider provider = requireProvider(request, id);
    auto connection = lockConnection(request, provider.id);
    if (!connection) {
        throw ApiError(400, "integration-not-connected");
    }
    return {std::move(provider), *std::move(connection)};
}

Provider requireAvailable(Request& request, std::string_view id, bool oauth) {
    Provider provider = requireProvider(request, id);
    const auto connection = lockConnection(request, provider.id);
    if (connection && connection->state != State::Expired) {
        throw ApiError(400, "integration-connected");
    }
    if ((provider.auth == api::IntegrationAuth::Oauth) != oauth) {
        throw ApiError(400, "integration-auth-mismatch");
    }
    // One that has expired counts already.
    if (!connection) {
        request.checkPlan("integrations", countConnections(request));
    }
    return provider;
}

} // namespace

Answer<200, std::vector<api::Integration>> listIntegrations(Request& request,
                                                            const api::ListIntegrationsParameters&) {
    std::map<std::string, Connection> connected;
    for (Connection& connection : listConnections(request)) {
        connected.emplace(connection.provider, std::move(connection));
    }
    std::vector<api::Integration> list;
    for (const Provider& provider : allProviders(request)) {
        const auto found = connected.find(provider.id);
        list.push_back(integrationOf(provider, found == connected.end() ? nullptr : &found->second));
    }
    return Answer<200, std::vector<api::Integration>>(list).total(static_cast<std::int64_t>(list.size()));
}

Answer<201, api::Integration> connectIntegration(Request& request,
                                                 const api::ConnectIntegrationParameters& parameters,
                                                 const api::ConnectIntegrationBody& body) {
    const Provider provider = requireAvailable(request, parameters.provider, false);
    const Json settings = body.settings.isObject() ? body.settings : Json::object();
    Json account(nullptr);
    if (const std::string verb = verbOf(provider.id, "connect"); request.offers(verb)) {
        // The connector asks the provider, keeps the credentials, and refuses what is wrong with them.
        account = request.command(
            verb, Json::object({{"credentials", body.credentials}, {"settings", settings}}))["account"];
    }
    const Connection connection = connect(request, provider, std::move(account), settings);
    return integrationOf(provider, &connection);
}

Answer<200, Json> authorizeIntegration(Request& request,
                                       const api::AuthorizeIntegrationParameters& parameters) {
    const Provider provider = requireAvailable(request, parameters.provider, true);
    return request.command(verbOf(provider.id, "authorize"),
                           Json::object({{"returnUrl", parameters.returnUrl}}));
}

Answer<200, api::Integration>
changeIntegrationSettings(Request& request, const api::ChangeIntegrationSettingsParameters& parameters,
                          const Json& body) {
    Connected found = requireConnected(request, parameters.provider);
    const Json before = found.connection.settings;
    for (const Json::Member& member : body.members()) {
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
    return integrationOf(found.provider, &found.connection);
}

Answer<200, api::TestIntegrationAnswer> testIntegration(Request& request,
                                                        const api::TestIntegrationParameters& parameters) {
    const Connected found = requireConnected(request, parameters.provider);
    const std::string verb = verbOf(found.provider.id, "test");
    const Json result = request.offers(verb) ? request.command(verb, Json::object()) : Json::object();
    return api::TestIntegrationAnswer{.ok = result.optionalBool("ok").value_or(true),
                                      .durationMs = result.optionalInteger("durationMs").value_or(0),
                                      .error = result.optionalText("error")};
}

Answer<202, api::SyncIntegrationAnswer> syncIntegration(Request& request,
                                                        const api::SyncIntegrationParameters& parameters,
                                                        const api::SyncIntegrationBody& body) {
    Connected found = requireConnected(request, parameters.provider);
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
    const Uuid job =
        jobs::fileSync(request, request.now(), {.provider = found.provider.id, .since = body.since});
    return api::SyncIntegrationAnswer{.id = JobId(job), .status = api::SyncIntegrationAnswerStatus::Queued};
}

Answer<204> disconnectIntegration(Request& request, const api::DisconnectIntegrationParameters& parameters) {
    const Connected found = requireConnected(request, parameters.provider);
    if (const std::string verb = verbOf(found.provider.id, "disconnect"); request.offers(verb)) {
        request.command(verb, Json::object());
    }
    disconnect(request, found.provider, found.connection);
    return {};
}

void jobs::sync(Call& call, const jobs::SyncPayload& payload) {
    const std::string verb = verbOf(payload.provider, "sync");
    auto connection = lockConnection(call, payload.provider);
    if (!connection || !call.offers(verb)) {
        return;
    }
    // The connector tells what went wrong; a fault undoes this run and the job is tried again.
    const Json result =
        call.command(verb, Json::object({{"since", payload.since}, {"settings", connection->settings}}));
    connection = lockConnection(call, payload.provider);
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
