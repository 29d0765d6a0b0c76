#include "connection/connected.hpp"
#include "connection/states.hpp"
#include "hook/address.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {

Answer<204> disconnectIntegration(Request& request, const api::DisconnectIntegrationParameters& parameters) {
    const Provider provider = findConnected(request, parameters.provider).provider;
    if (verbs::offersDisconnect(request, provider.id)) {
        keepCalls(request, provider.id, {}, [&] { verbs::disconnect(request, provider.id); });
    }
    request.transaction([&] {
        disconnect(request, provider, requireConnection(request, provider.id));
        forgetHook(request, provider.id);
    });
    return {};
}

} // namespace svc::integrations
