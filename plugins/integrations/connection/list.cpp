#include <map>

#include "connection/states.hpp"

namespace svc::integrations {

Answer<200, std::vector<api::Integration>>
listIntegrations(Request& request, const api::ListIntegrationsParameters& parameters) {
    std::map<std::string, Connection> connected;
    for (Connection& connection : listConnections(request)) {
        connected.emplace(connection.provider, std::move(connection));
    }
    std::vector<api::Integration> list;
    for (const Provider& provider : allProviders(request)) {
        const auto found = connected.find(provider.id);
        list.push_back(integrationOf(request, provider, found == connected.end() ? nullptr : &found->second));
    }
    return Answer<200, std::vector<api::Integration>>(rowsOn(parameters.page, list))
        .total(static_cast<std::int64_t>(list.size()));
}

} // namespace svc::integrations
