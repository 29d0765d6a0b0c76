#include "connection/connected.hpp"
#include "connection/states.hpp"
#include "connection/turn.hpp"
#include "hook/address.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {

Answer<204> disconnectIntegration(Request& request, const api::DisconnectIntegrationParameters& parameters) {
    const Provider provider = findConnected(request, parameters.provider).provider;
    inTurn(request, provider.id, [&](const Turn& turn) {
        findConnected(request, provider.id); // another request may have disconnected it meanwhile
        if (verbs::offersDisconnect(request, provider.id)) {
            keepCalls(request, provider.id, {}, [&] { verbs::disconnect(request, provider.id); });
        }
        request.transaction([&] {
            endTurn(request, turn);
            disconnect(request, provider, requireConnection(request, provider.id));
            forgetHook(request, provider.id);
        });
    });
    return {};
}

} // namespace svc::integrations
