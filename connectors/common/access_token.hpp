/// Temporary tokens that a provider issues for permanent credentials.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include <svc/connector.hpp>

#include "common/turn.hpp"

namespace svc::connector {

/// Another caller is requesting a token, which has not arrived yet; no request was made.
class TokenAwaited : public ApiError {
public:
    TokenAwaited() : ApiError(400, "integration-unreachable", {"token-awaited"}) {}
};

/// The stored token until five minutes before its expiry, then a new one from the answer of `ask()`: `{
/// access_token, expires_in (seconds) }`. Of concurrent callers only one asks. Stored as the secrets `token`
/// and `tokenUntil`. Throws TokenAwaited.
template <class Ask>
std::string accessToken(Call& call, Ask ask) {
    constexpr std::int64_t Reserve = 300;         // seconds
    constexpr std::int64_t Longest = 366 * 86400; // seconds
    const auto kept = [&]() -> std::optional<std::string> {
        const auto until = Instant::parse(call.secrets().get("tokenUntil").value_or(""));
        return until && *until > call.now() ? call.secrets().get("token") : std::nullopt;
    };
    const auto token = inTurn(call, kept, [&] {
        const Json made = ask();
        std::string fresh = textOf(made, "access_token");
        const std::int64_t told = made["expires_in"].isNumber() ? made["expires_in"].integer() : 0;
        const std::int64_t seconds = std::min(told, Longest);
        call.transaction([&] {
            if (seconds > Reserve) {
                call.secrets().put("token", fresh);
                call.secrets().put("tokenUntil",
                                   (call.now() + (seconds - Reserve) * Instant::Second).toString());
            }
            endTurn(call);
        });
        return fresh;
    });
    if (!token) {
        throw TokenAwaited();
    }
    return *token;
}

/// 401: the provider refuses the token.
inline bool isUnauthorized(const HttpReply& reply) {
    constexpr int Unauthorized = 401;
    return reply.status == Unauthorized;
}

/// Sends with the stored token, and retries once with a new one when the provider refuses it.
/// `refused(reply)` tells an expired token from a 401 with another cause.
template <class Ask, class Send, class Refused = bool (*)(const HttpReply&)>
HttpReply sendWithToken(Call& call, Ask ask, Send send, Refused refused = isUnauthorized) {
    const std::string token = accessToken(call, ask);
    HttpReply reply = send(token);
    if (refused(reply) && call.secrets().get("token")) {
        call.transaction([&] {
            if (call.secrets().get("token") == token) { // no other caller has renewed it meanwhile
                call.secrets().remove("token");
            }
        });
        reply = send(accessToken(call, ask));
    }
    return reply;
}

} // namespace svc::connector
