#pragma once

#include <string>
#include <string_view>

#include <svc/connector.hpp>

#include "common/access_token.hpp"

namespace svc::gocardless_bad {

/// A secret of the connection; empty when it is not kept.
std::string kept(Call& call, std::string_view name);
std::string url(std::string_view path);

/// A pair of tokens for the secrets of the company: `access` for a day, `refresh` for thirty.
Json newTokens(Call& call, const std::string& secretId, const std::string& secretKey);
/// In a transaction: keeps the tokens of newTokens().
void keepTokens(Call& call, const Json& tokens);
/// As connector::accessToken wants it: a new access token by the refresh token, or else by the secrets.
Json renewedToken(Call& call);

/// Lets an answer of 2xx through; a refusal is told by the provider's own `type`, 429 by connector::Later.
const HttpReply& accepted(Call& call, const HttpReply& reply);
/// The `type` of a refusal, or what else tells it; empty when nothing does.
std::string codeOf(const HttpReply& reply);
/// The access token is refused, not the access to the account, which has a `type`.
bool isTokenRefused(const HttpReply& reply);
/// When the requests of the day to an account are counted anew; nothing while there are some left.
std::optional<Instant> exhaustedUntil(Call& call, const HttpReply& reply);

/// Sends what `begin()` makes with the token that is kept, or a new one when that has run out.
template <class Begin>
HttpReply send(Call& call, Begin begin) {
    return connector::sendWithToken(
        call, [&] { return renewedToken(call); },
        [&](const std::string& token) { return begin().header("Authorization", "Bearer " + token).send(); },
        isTokenRefused);
}

/// A verb that is not fetch: when to come back is not told.
template <Json (*Verb)(Call&, const Json&)>
Json atOnce(Call& call, const Json& input) {
    try {
        return Verb(call, input);
    } catch (const connector::Later& later) {
        throw ApiError(400, later.error);
    }
}

} // namespace svc::gocardless_bad
