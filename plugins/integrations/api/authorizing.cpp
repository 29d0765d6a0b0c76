// OAuth 2: people are sent to the provider and come back with a code (RFC 6749, 4.1), which only the service
// that has sent them can use (PKCE, RFC 7636). Other consents have no code: who comes back with the text that
// was given along has agreed or refused, and the connector reads which. And some bring the keys in a call of
// their own, which nothing proves but that text.
#include "api/authorizing.hpp"

#include <chrono>

#include <svc/encoding.hpp>
#include <svc/settings_check.hpp>

#include "api/document_files.hpp"
#include "api/hooks.hpp"
#include "api/provider_calls.hpp"
#include "api/states.hpp"
#include "store/authorizations.hpp"
#include "store/connections.hpp"

namespace svc::integrations {
namespace {

using Hmac = Secrets::Hmac;

constexpr std::int64_t Lifetime = 10 * Instant::Minute;
constexpr std::string_view VerifierSecret = "oauth.verifier";

/// The public address of the service, without a slash at its end.
std::string addressOf(Call& call) {
    std::string url = calls::host::address(call).url;
    while (url.ends_with('/')) {
        url.pop_back();
    }
    return url;
}

std::string redirectUri(Call& call, std::string_view provider) {
    return addressOf(call) + "/oauth/callback/" + std::string(provider);
}

/// `https://host[:port]`
std::string originOf(std::string_view url) {
    const std::size_t scheme = url.find("://");
    return std::string(
        url.substr(0, scheme == std::string_view::npos ? 0 : url.find_first_of("/?#", scheme + 3)));
}

std::string returnUrlOf(Call& call, const std::optional<std::string>& asked) {
    const std::string address = addressOf(call);
    if (!asked) {
        return address;
    }
    if (originOf(*asked) != originOf(address)) {
        throw ApiError(400, "field-invalid", {"returnUrl"});
    }
    return *asked;
}

/// The verifier of a state is computed again from a secret of the company instead of being kept.
std::string verifierOf(Call& call, std::string_view state) {
    if (!call.secrets().get(VerifierSecret)) {
        call.secrets().put(VerifierSecret, randomBytes());
    }
    return base64UrlEncode(call.secrets().hmac(Hmac::Sha256, VerifierSecret, {state}).value());
}

/// S256 of RFC 7636.
std::string challengeOf(const std::string& verifier) {
    return base64UrlEncode(hexDecode(sha256Hex(verifier)).value());
}

Response goOn(const std::string& url, std::string_view name, std::string_view value) {
    const std::size_t fragment = url.find('#');
    std::string target = url.substr(0, fragment);
    target +=
        (target.find('?') == std::string::npos ? '?' : '&') + std::string(name) + '=' + percentEncode(value);
    target += fragment == std::string::npos ? "" : url.substr(fragment);
    return Response::empty(302).header("Location", target);
}

/// Where the provider has a place of its own for each account, it says so in its schema of credentials.
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

std::string newState(Request& request) {
    return request.shownCompanyId().toString() + '.' + base64UrlEncode(randomBytes());
}

/// What came back: the code of OAuth, or the bytes of a call that brings keys.
struct Brought {
    std::optional<std::string> code;
    std::optional<std::string> body;
};

/// The connector exchanges the code for tokens and keeps them, reads what became of the consent, or tries the
/// keys that were brought.
void finish(Request& request, const Provider& provider, const Authorization& awaited, const Brought& brought,
            const std::string& state) {
    const Json input = request.transaction([&] {
        checkAvailable(request, provider); // what connected it meanwhile keeps its keys
        const bool hooks = request.offers(verbOf(provider.id, "hook"));
        return Json::object({{"code", brought.code},
                             {"body", brought.body ? Json(base64Encode(*brought.body)) : Json(nullptr)},
                             {"state", state},
                             {"redirectUri", redirectUri(request, provider.id)},
                             {"codeVerifier", verifierOf(request, state)},
                             {"account", awaited.account},
                             {"hookUrl", hooks ? Json(hookUrl(request, provider.id)) : Json(nullptr)},
                             {"settings", awaited.settings}});
    });
    Json account = ask(request, provider.id, "finish", input)["account"];
    request.transaction([&] {
        checkAvailable(request, provider); // somebody else may have connected it meanwhile
        connect(request, provider, std::move(account), awaited.settings);
        if (brought.body) {
            keepOutcome(request, sha256Hex(state), KeysConnected);
        }
    });
}

/// Of who comes back from a provider that brings its keys in a call of its own: it came before them.
Response comeBack(const Authorization& awaited, const api::FinishAuthorizationParameters& parameters) {
    const std::string outcome = awaited.outcome.value_or("");
    if (outcome == KeysConnected) {
        return goOn(awaited.returnUrl, "integration", awaited.provider);
    }
    const bool refused = parameters.error || parameters.success.value_or("") == "0";
    const std::string why =
        outcome.empty() || outcome == "called" ? "integration-unreachable:no-keys" : outcome;
    return goOn(awaited.returnUrl, "error", refused ? parameters.error.value_or("access_denied") : why);
}

} // namespace

api::Integration beginConsent(Request& request, const Provider& provider, const ConsentOrder& order) {
    const std::string state = newState(request);
    const Instant expiresAt = request.now().truncatedToMillis() + Lifetime;
    const Json input = request.transaction([&] {
        insertAuthorization(request, sha256Hex(state),
                            {.provider = provider.id,
                             .returnUrl = returnUrlOf(request, order.returnUrl),
                             .expiresAt = expiresAt,
                             .settings = order.settings});
        return Json::object({{"credentials", order.credentials},
                             {"settings", order.settings},
                             {"hookUrl", order.hookUrl},
                             {"state", state},
                             {"redirectUri", redirectUri(request, provider.id)}});
    });
    const Json answer = tryCredentials(request, provider.id, input);
    return request.transaction([&] {
        const auto expired = findConnection(request, provider.id);
        api::Integration integration = integrationOf(request, provider, expired ? &*expired : nullptr);
        integration.authorization = api::IntegrationAuthorization{
            .url = answer["url"].text(), .state = state, .expiresAt = expiresAt};
        return integration;
    });
}

Answer<200, api::AuthorizeIntegrationAnswer>
authorizeIntegration(Request& request, const api::AuthorizeIntegrationParameters& parameters) {
    const std::string state = newState(request);
    const Instant expiresAt = request.now().truncatedToMillis() + Lifetime;
    const Json input = request.transaction([&] {
        const Provider provider = requireAvailable(request, parameters.provider, true);
        checkAccount(provider, parameters.account);
        // A connection that has expired goes on with its settings.
        const auto expired = findConnection(request, provider.id);
        insertAuthorization(request, sha256Hex(state),
                            {.provider = provider.id,
                             .returnUrl = returnUrlOf(request, parameters.returnUrl),
                             .expiresAt = expiresAt,
                             .account = parameters.account,
                             .settings = expired ? expired->settings : Json::object()});
        return Json::object({{"state", state},
                             {"redirectUri", redirectUri(request, provider.id)},
                             {"codeChallenge", challengeOf(verifierOf(request, state))},
                             {"account", parameters.account}});
    });
    const Json answer = ask(request, parameters.provider, "authorize", input);
    return api::AuthorizeIntegrationAnswer{
        .url = answer["url"].text(), .state = state, .expiresAt = expiresAt};
}

Response finishAuthorization(Request& request, const api::FinishAuthorizationParameters& parameters) {
    const std::string state = parameters.state.value_or(parameters.ref.value_or(""));
    const auto awaited = request.transaction([&] { return takeAuthorization(request, sha256Hex(state)); });
    // Whose keys came in time may come back later.
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

Response takeKeys(Request& request, const api::TakeKeysParameters& parameters) {
    const auto began = std::chrono::steady_clock::now();
    const std::string state = parameters.state.value_or("");
    const std::string hash = sha256Hex(state);
    std::optional<Authorization> awaited;
    const Provider provider = request.transaction([&] {
        Provider found = requireProvider(request, parameters.provider);
        awaited = found.deliversKeys ? beginDelivery(request, hash, found.id) : std::nullopt;
        return found;
    });
    if (!awaited) {
        throw ApiError(400, "state-invalid");
    }
    const auto told = [&](int status, std::string_view code) {
        keepIncoming(request, provider.id, began, status, code, "/oauth/callback/");
    };
    try {
        finish(request, provider, *awaited, {.code = std::nullopt, .body = std::string(request.rawInput())},
               state);
    } catch (const ApiError& refusal) {
        request.transaction([&] {
            keepOutcome(request, hash, refusal.code());
            told(refusal.status(), refusal.code());
        });
        throw;
    }
    request.transaction([&] { told(200, ""); });
    return Response::bytes(200, "text/plain", "ok");
}

} // namespace svc::integrations
