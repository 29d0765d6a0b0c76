#include "consent/begin.hpp"

#include "attempt/files.hpp"
#include "connection/states.hpp"
#include "connection/store.hpp"
#include "consent/order.hpp"
#include "consent/store.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {

api::Integration beginConsent(Request& request, const Provider& provider, const ConsentOrder& order) {
    const std::string state = newState(request);
    const Instant expiresAt = request.now().truncatedToMillis() + Lifetime;
    const auto input = request.transaction([&] {
        insertAuthorization(request, sha256Hex(state),
                            {.provider = provider.id,
                             .returnUrl = returnUrlOf(request, order.returnUrl),
                             .expiresAt = expiresAt,
                             .settings = order.settings});
        return verbs::ConnectInput{.credentials = order.credentials,
                                   .settings = order.settings,
                                   .hookUrl = order.hookUrl,
                                   .state = state,
                                   .redirectUri = redirectUri(request, provider.id)};
    });
    const auto answer = tryCredentials(request, provider.id, input);
    return request.transaction([&] {
        const auto expired = findConnection(request, provider.id);
        api::Integration integration = integrationOf(request, provider, expired ? &*expired : nullptr);
        integration.authorization =
            api::IntegrationAuthorization{.url = answer.url.value(), .state = state, .expiresAt = expiresAt};
        return integration;
    });
}

} // namespace svc::integrations
