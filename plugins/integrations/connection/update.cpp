#include <svc/settings_check.hpp>

#include "attempt/flow.hpp"
#include "connection/connected.hpp"
#include "connection/named_records.hpp"
#include "connection/states.hpp"

namespace svc::integrations {

Answer<200, api::Integration>
changeIntegrationSettings(Request& request, const api::ChangeIntegrationSettingsParameters& parameters,
                          const Json& body) {
    Connected found = lockConnected(request, parameters.provider);
    const Json before = found.connection.settings;
    for (const Json::Member& member : body.members()) {
        found.connection.settings.set(member.name, member.value);
    }
    SettingsCheck().check(found.provider.settingsSchema, found.connection.settings, "");
    checkNamedRecords(request, found.provider.settingsSchema, found.connection.settings, "", before);
    if (verbs::offersSettings(request, found.provider.id)) {
        verbs::settings(request, found.provider.id, {.settings = found.connection.settings});
    }
    ++found.connection.version;
    saveConnection(request, found.connection);
    if (!archivedWallet(request, found.connection.settings)) {
        fileHeldAgain(request, found.provider.id);
    }
    request.history("integration", found.provider.id, "settings.changed",
                    Json::array({Json::object(
                        {{"field", "settings"}, {"from", before}, {"to", found.connection.settings}})}));
    return integrationOf(request, found.provider, &found.connection);
}

} // namespace svc::integrations
