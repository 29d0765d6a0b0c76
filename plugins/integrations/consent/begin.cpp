#include "consent/begin.hpp"

#include "attempt/files.hpp"
#include "connection/states.hpp"
#include "connection/store.hpp"
#include "connection/turn.hpp"
#include "consent/order.hpp"
#include "consent/store.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {

api::Integration beginConsent(Request& request, const Provider& provider, const ConsentOrder& order) {
    const std::string state = newState(request);
    const Instant expiresAt = request.now().truncatedToMillis() + Lifetime;
    const std::string returnUrl = request.transaction([&] { return returnUrlOf(request, order.returnUrl); });
    return inTurn(request, provider.id, [&](const Turn& turn) {
        const auto input = request.transaction([&] {
            checkAvailable(request, provider); // another request may have connected it
            return verbs::ConnectInput{.credentials = order.credentials,
                                       .settings = order.settings,
                                       .hookUrl = order.hookUrl,
                                       .state = state,
                                       .redirectUri = redirectUri(request, provider.id)};
        });
        const auto answer = tryCredentials(request, provider.id, input);
        return request.transaction([&] {
            endTurn(request, turn);
            awaitConsent(request, sha256Hex(state),
                         {.provider = provider.id,
                          .returnUrl = returnUrl,
                          .expiresAt = expiresAt,
                          .settings = order.settings});
            const auto expired = findConnection(request, provider.id);
            api::Integration integration = integrationOf(request, provider, expired ? &*expired : nullptr);
            integration.authorization = api::IntegrationAuthorization{
                .url = answer.url.value(), .state = state, .expiresAt = expiresAt};
            return integration;
        });
    });
}

} // namespace svc::integrations
