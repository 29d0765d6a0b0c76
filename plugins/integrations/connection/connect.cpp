#include <svc/settings_check.hpp>

#include "connection/named_records.hpp"
#include "connection/states.hpp"
#include "connection/turn.hpp"
#include "consent/begin.hpp"
#include "hook/address.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {

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
        checkNamedRecords(request, found.settingsSchema, settings, "settings");
        if (verbs::offersHook(request, found.id)) {
            hook = hookUrl(request, found.id);
        }
        return found;
    });
    if (provider.consent) {
        return beginConsent(request, provider, {credentials, settings, hook, body.returnUrl});
    }
    return inTurn(request, provider.id, [&](const Turn& turn) {
        request.transaction(
            [&] { checkAvailable(request, provider); }); // another request may have connected it
        Json account(nullptr);
        if (verbs::offersConnect(request, provider.id)) {
            // The connector verifies the credentials at the provider, stores them, or refuses them.
            account = tryCredentials(request, provider.id,
                                     {.credentials = credentials, .settings = settings, .hookUrl = hook})
                          .account;
        }
        return request.transaction([&] {
            endTurn(request, turn);
            checkAvailable(request, provider); // its connector may have told that it is connected
            const Connection connection = connect(request, provider, std::move(account), settings);
            return integrationOf(request, provider, &connection);
        });
    });
}

} // namespace svc::integrations
