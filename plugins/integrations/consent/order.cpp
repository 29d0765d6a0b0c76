// OAuth 2: the user is sent to the provider and comes back with a code (RFC 6749, 4.1), which only the
// service that sent the user can redeem (PKCE, RFC 7636). Other consents have no code: a user who comes back
// with the `state` has consented or refused, and the connector reads which. Some providers deliver the keys
// in a call of their own, which only the `state` authenticates.
#include "consent/order.hpp"

#include <algorithm>

#include <svc/encoding.hpp>

#include "hook/address.hpp"

namespace svc::integrations {
namespace {

using Hmac = Secrets::Hmac;

constexpr std::string_view VerifierSecret = "oauth.verifier";

/// The public address of the service, without a slash at its end.
std::string addressOf(Call& call) {
    std::string url = calls::host::address(call).url;
    while (url.ends_with('/')) {
        url.pop_back();
    }
    return url;
}

/// `https://host[:port]`
std::string originOf(std::string_view url) {
    const std::size_t scheme = url.find("://");
    return std::string(
        url.substr(0, scheme == std::string_view::npos ? 0 : url.find_first_of("/?#", scheme + 3)));
}

/// Characters that a header may hold and that need no encoding in an address.
bool isPlain(std::string_view url) {
    return std::all_of(url.begin(), url.end(), [](char c) { return c > ' ' && c <= '~'; });
}

} // namespace

std::string redirectUri(Call& call, std::string_view provider) {
    return addressOf(call) + "/oauth/callback/" + std::string(provider);
}

std::string returnUrlOf(Call& call, const std::optional<std::string>& asked) {
    const std::string address = addressOf(call);
    if (!asked) {
        return address;
    }
    if (originOf(*asked) != originOf(address) || !isPlain(*asked)) {
        throw ApiError(400, "field-invalid", {"returnUrl"});
    }
    return *asked;
}

std::string verifierOf(Call& call, std::string_view state) {
    if (!call.secrets().get(VerifierSecret)) {
        call.secrets().put(VerifierSecret, randomBytes());
    }
    return base64UrlEncode(call.secrets().hmac(Hmac::Sha256, VerifierSecret, {state}).value());
}

std::string newState(Request& request) {
    return request.shownCompanyId().toString() + '.' + base64UrlEncode(randomBytes());
}

} // namespace svc::integrations
