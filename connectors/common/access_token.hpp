/// Tokens that a provider gives for a time in exchange for lasting credentials.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include <svc/connector.hpp>

#include "common/turn.hpp"

namespace svc::connector {

/// Somebody else has asked for a token and has not got it yet: nothing was done.
class TokenAwaited : public ApiError {
public:
    TokenAwaited() : ApiError(400, "integration-unreachable", {"token-awaited"}) {}
};

/// The token that is kept, until five minutes before it ends; after that a new one, from the answer of
/// `ask()`: `{ access_token, expires_in (seconds) }`. Of those who need one at once, one asks. Kept as the
/// secrets `token` and `tokenUntil`. Throws TokenAwaited.
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

/// 401: the provider does not take the token.
inline bool isUnauthorized(const HttpReply& reply) {
    constexpr int Unauthorized = 401;
    return reply.status == Unauthorized;
}

/// Sends with the token that is kept, and once more with a new one when the provider does not take it any
/// more: `refused(reply)` tells that from a 401 which is about something else.
template <class Ask, class Send, class Refused = bool (*)(const HttpReply&)>
HttpReply sendWithToken(Call& call, Ask ask, Send send, Refused refused = isUnauthorized) {
    const std::string token = accessToken(call, ask);
    HttpReply reply = send(token);
    if (refused(reply) && call.secrets().get("token")) {
        call.transaction([&] {
            if (call.secrets().get("token") == token) { // nobody has got another one meanwhile
                call.secrets().remove("token");
            }
        });
        reply = send(accessToken(call, ask));
    }
    return reply;
}

} // namespace svc::connector
