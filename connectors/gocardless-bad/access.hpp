#pragma once

#include <string>
#include <string_view>

#include <svc/connector.hpp>

#include "common/access_token.hpp"

namespace svc::gocardless_bad {

/// A secret of the connection; empty when there is none.
std::string kept(Call& call, std::string_view name);
std::string url(std::string_view path);

/// A pair of tokens for the company's API secrets: `access` is valid for a day, `refresh` for thirty.
Json newTokens(Call& call, const std::string& secretId, const std::string& secretKey);
/// Stores the tokens of newTokens(), in a transaction.
void keepTokens(Call& call, const Json& tokens);
/// In the form of connector::accessToken: a new access token by the refresh token, else by the API secrets.
Json renewedToken(Call& call);

/// Throws the refusal of a status other than 2xx with the provider's own `type`, and connector::Later for
/// 429.
const HttpReply& accepted(Call& call, const HttpReply& reply);
/// The `type` of a refusal, or another code in it; empty when there is none.
std::string codeOf(const HttpReply& reply);
/// Is the access token refused? A refused access to the account has a `type` instead.
bool isTokenRefused(const HttpReply& reply);
/// When the daily requests to an account are available again; nothing while some are left.
std::optional<Instant> exhaustedUntil(Call& call, const HttpReply& reply);

/// Sends what `begin()` makes with the stored token, or with a new one when that has expired.
template <class Begin>
HttpReply send(Call& call, Begin begin) {
    return connector::sendWithToken(
        call, [&] { return renewedToken(call); },
        [&](const std::string& token) { return begin().header("Authorization", "Bearer " + token).send(); },
        isTokenRefused);
}

/// Runs a verb other than fetch, which cannot report a time for the retry.
template <class Run>
auto atOnce(Run run) {
    try {
        return run();
    } catch (const connector::Later& later) {
        throw ApiError(400, later.error);
    }
}

} // namespace svc::gocardless_bad
