#include "consent/finish.hpp"

#include <svc/encoding.hpp>

#include "attempt/files.hpp"
#include "connection/states.hpp"
#include "connection/turn.hpp"
#include "consent/order.hpp"
#include "hook/address.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

Response goOn(const std::string& url, std::string_view name, std::string_view value) {
    const std::size_t fragment = url.find('#');
    std::string target = url.substr(0, fragment);
    target +=
        (target.find('?') == std::string::npos ? '?' : '&') + std::string(name) + '=' + percentEncode(value);
    target += fragment == std::string::npos ? "" : url.substr(fragment);
    return Response::empty(302).header("Location", target);
}

/// The response to a user who returns from a provider that delivers its keys in a call of its own; the call
/// came before.
Response comeBack(const Authorization& awaited, const api::FinishAuthorizationParameters& parameters) {
    const std::string outcome = awaited.outcome.value_or("");
    if (outcome == KeysConnected) {
        return goOn(awaited.returnUrl, "integration", awaited.provider);
    }
    const bool refused = parameters.error || parameters.success.value_or("") == "0";
    const std::string why =
        outcome.empty() || outcome == KeysDelivered ? "integration-unreachable:no-keys" : outcome;
    return goOn(awaited.returnUrl, "error", refused ? parameters.error.value_or("access_denied") : why);
}

} // namespace

void finish(Request& request, const Provider& provider, const Authorization& awaited, const Brought& brought,
            const std::string& state) {
    inTurn(request, provider.id, [&](const Turn& turn) {
        const auto input = request.transaction([&] {
            checkAvailable(request, provider); // a connection made meanwhile keeps its keys
            if (provider.consent && isConsentAwaited(request, provider.id)) {
                throw ApiError(400, "state-invalid"); // a later consent has replaced the keys
            }
            verbs::FinishInput asked{.code = brought.code,
                                     .body = {},
                                     .state = state,
                                     .redirectUri = redirectUri(request, provider.id),
                                     .codeVerifier = verifierOf(request, state),
                                     .account = awaited.account,
                                     .hookUrl = {},
                                     .settings = awaited.settings};
            if (brought.body) {
                asked.body = base64Encode(*brought.body);
            }
            if (verbs::offersHook(request, provider.id)) {
                asked.hookUrl = hookUrl(request, provider.id);
            }
            return asked;
        });
        Json account = ask(request, verbs::finish, provider.id, input).account;
        request.transaction([&] {
            endTurn(request, turn);
            checkAvailable(request, provider); // its connector may have told that it is connected
            connect(request, provider, std::move(account), awaited.settings);
            if (brought.body) {
                keepOutcome(request, sha256Hex(state), KeysConnected);
            }
        });
    });
}

Response finishAuthorization(Request& request, const api::FinishAuthorizationParameters& parameters) {
    const std::string state = parameters.state.value_or(parameters.ref.value_or(""));
    const auto awaited = request.transaction([&] { return takeAuthorization(request, sha256Hex(state)); });
    // A user whose keys were delivered in time may come back later.
    const bool late = awaited && awaited->expiresAt < request.now() && !awaited->outcome;
    if (!awaited || awaited->provider != parameters.provider || late) {
        throw ApiError(400, "state-invalid");
    }
    const Provider provider =
        request.transaction([&] { return requireProvider(request, awaited->provider); });
    if (provider.deliversKeys) {
        return comeBack(*awaited, parameters);
    }
    if (parameters.error || (!parameters.code && !provider.consent)) {
        return goOn(awaited->returnUrl, "error", parameters.error.value_or("access_denied"));
    }
    try {
        finish(request, provider, *awaited, {.code = parameters.code, .body = std::nullopt}, state);
    } catch (const ApiError& refusal) {
        if (refusal.status() >= 500) {
            throw;
        }
        return goOn(awaited->returnUrl, "error", refusal.code());
    }
    return goOn(awaited->returnUrl, "integration", provider.id);
}

} // namespace svc::integrations
