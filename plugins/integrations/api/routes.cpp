#include <map>

#include "api/authorizing.hpp"
#include "api/feeds.hpp"
#include "api/hooks.hpp"
#include "api/provider_calls.hpp"
#include "api/states.hpp"

#include <svc/settings_check.hpp>

namespace svc::integrations {
namespace {

struct Connected {
    Provider provider;
    Connection connection;
};

Connection connected(std::optional<Connection> connection) {
    if (!connection) {
        throw ApiError(400, "integration-not-connected");
    }
    return *std::move(connection);
}

/// The provider, connected (whatever its state); its row is locked.
Connected lockConnected(Request& request, std::string_view id) {
    Provider provider = requireProvider(request, id);
    return {provider, connected(lockConnection(request, provider.id))};
}

/// The same, to be called: its row is not locked meanwhile.
Connected findConnected(Request& request, std::string_view id) {
    return request.transaction([&] {
        Provider provider = requireProvider(request, id);
        return Connected{provider, connected(findConnection(request, provider.id))};
    });
}

/// What a provider said when it was tried; that it refused is an answer too.
api::TestIntegrationAnswer tried(Request& request, std::string_view provider) {
    try {
        const Json result = ask(request, provider, "test", Json::object());
        return {.ok = result.optionalBool("ok").value_or(true),
                .durationMs = result.optionalInteger("durationMs").value_or(0),
                .error = result.optionalText("error")};
    } catch (const ApiError& refusal) {
        if (refusal.status() >= 500) {
            throw;
        }
        return {.ok = false, .durationMs = 0, .error = std::string(refusal.code())};
    }
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
        list.push_back(integrationOf(request, provider, found == connected.end() ? nullptr : &found->second));
    }
    return Answer<200, std::vector<api::Integration>>(list).total(static_cast<std::int64_t>(list.size()));
}

Answer<201, api::Integration> connectIntegration(Request& request,
                                                 const api::ConnectIntegrationParameters& parameters,
                                                 const api::ConnectIntegrationBody& body) {
    const Json settings = body.settings.isObject() ? body.settings : Json::object();
    const Json credentials = body.credentials.isObject() ? body.credentials : Json::object();
    std::optional<std::string> hook;
    const Provider provider = request.transaction([&] {
        Provider found = requireAvailable(request, parameters.provider, false);
        SettingsCheck().check(found.settingsSchema, settings, "settings");
        SettingsCheck().check(found.credentialsSchema, credentials, "credentials");
        if (request.offers(verbOf(found.id, "hook"))) {
            hook = hookUrl(request, found.id);
        }
        return found;
    });
    if (provider.consent) {
        return beginConsent(request, provider, {credentials, settings, hook, body.returnUrl});
    }
    Json account(nullptr);
    if (request.offers(verbOf(provider.id, "connect"))) {
        // The connector asks the provider, keeps the credentials, and refuses what is wrong with them.
        account = tryCredentials(
            request, provider.id,
            Json::object(
                {{"credentials", credentials}, {"settings", settings}, {"hookUrl", hook}}))["account"];
    }
    return request.transaction([&] {
        checkAvailable(request, provider); // somebody else may have connected it meanwhile
        const Connection connection = connect(request, provider, std::move(account), settings);
        return integrationOf(request, provider, &connection);
    });
}

Answer<200, api::Integration>
changeIntegrationSettings(Request& request, const api::ChangeIntegrationSettingsParameters& parameters,
                          const Json& body) {
    Connected found = lockConnected(request, parameters.provider);
    const Json before = found.connection.settings;
    for (const Json::Member& member : body.members()) {
        found.connection.settings.set(member.name, member.value);
    }
    SettingsCheck().check(found.provider.settingsSchema, found.connection.settings, "");
    if (const std::string verb = verbOf(found.provider.id, "settings"); request.offers(verb)) {
        request.command(verb, Json::object({{"settings", found.connection.settings}}));
    }
    ++found.connection.version;
    saveConnection(request, found.connection);
    request.history("integration", found.provider.id, "settings.changed",
                    Json::array({Json::object(
                        {{"field", "settings"}, {"from", before}, {"to", found.connection.settings}})}));
    return integrationOf(request, found.provider, &found.connection);
}

Answer<200, api::TestIntegrationAnswer> testIntegration(Request& request,
                                                        const api::TestIntegrationParameters& parameters) {
    const Connected found = findConnected(request, parameters.provider);
    if (!request.offers(verbOf(found.provider.id, "test"))) {
        return api::TestIntegrationAnswer{.ok = true, .durationMs = 0, .error = std::nullopt};
    }
    const api::TestIntegrationAnswer answer = tried(request, found.provider.id);
    request.transaction([&] { record(request, found.provider.id, answer.ok, answer.error, false); });
    return answer;
}

Answer<202, api::SyncIntegrationAnswer> syncIntegration(Request& request,
                                                        const api::SyncIntegrationParameters& parameters,
                                                        const api::SyncIntegrationBody& body) {
    Connected found = lockConnected(request, parameters.provider);
    if (!hasFeeds(request, found.provider)) {
        throw ApiError(400, "sync-unsupported");
    }
    if (found.connection.state == State::Expired) {
        throw ApiError(400, "integration-not-connected");
    }
    const Uuid job = askForFeeds(request, found.provider, found.connection, dayOf(request, body.since));
    return api::SyncIntegrationAnswer{.id = JobId(job), .status = api::SyncIntegrationAnswerStatus::Queued};
}

Answer<204> disconnectIntegration(Request& request, const api::DisconnectIntegrationParameters& parameters) {
    const Provider provider = findConnected(request, parameters.provider).provider;
    if (request.offers(verbOf(provider.id, "disconnect"))) {
        ask(request, provider.id, "disconnect", Json::object());
    }
    request.transaction([&] {
        disconnect(request, provider, connected(lockConnection(request, provider.id)));
        forgetHook(request, provider.id);
    });
    return {};
}

} // namespace svc::integrations
