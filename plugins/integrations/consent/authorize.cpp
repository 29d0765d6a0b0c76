#include <svc/encoding.hpp>
#include <svc/settings_check.hpp>

#include "attempt/files.hpp"
#include "connection/states.hpp"
#include "consent/order.hpp"
#include "consent/store.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

/// S256 of RFC 7636.
std::string challengeOf(const std::string& verifier) {
    return base64UrlEncode(hexDecode(sha256Hex(verifier)).value());
}

/// Checks the account. A provider with an address per account requires it in its schema of credentials.
void checkAccount(const Provider& provider, const std::optional<std::string>& account) {
    const Json& properties = provider.credentialsSchema["properties"];
    if (!properties.contains(provider.accountField)) {
        return;
    }
    const Json schema =
        Json::object({{"type", "object"},
                      {"required", Json::array({"account"})},
                      {"properties", Json::object({{"account", properties[provider.accountField]}})}});
    Json given = Json::object();
    if (account) {
        given.set("account", *account);
    }
    SettingsCheck().check(schema, given, "");
}

} // namespace

Answer<200, api::AuthorizeIntegrationAnswer>
authorizeIntegration(Request& request, const api::AuthorizeIntegrationParameters& parameters) {
    const std::string state = newState(request);
    const Instant expiresAt = request.now().truncatedToMillis() + Lifetime;
    const auto input = request.transaction([&] {
        const Provider provider = requireAvailable(request, parameters.provider, true);
        checkAccount(provider, parameters.account);
        // An expired connection keeps its settings.
        const auto expired = findConnection(request, provider.id);
        insertAuthorization(request, sha256Hex(state),
                            {.provider = provider.id,
                             .returnUrl = returnUrlOf(request, parameters.returnUrl),
                             .expiresAt = expiresAt,
                             .account = parameters.account,
                             .settings = expired ? expired->settings : Json::object()});
        return verbs::AuthorizeInput{.state = state,
                                     .redirectUri = redirectUri(request, provider.id),
                                     .codeChallenge = challengeOf(verifierOf(request, state)),
                                     .account = parameters.account};
    });
    return api::AuthorizeIntegrationAnswer{.url =
                                               ask(request, verbs::authorize, parameters.provider, input).url,
                                           .state = state,
                                           .expiresAt = expiresAt};
}

} // namespace svc::integrations
