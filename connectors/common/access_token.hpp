/// Tokens that a provider gives for a time in exchange for lasting credentials.
#pragma once

#include <algorithm>
#include <string>

#include <svc/connector.hpp>

namespace svc::connector {

/// The token that is kept, until five minutes before it ends; after that a new one, from the answer of
/// `ask()`:
/// `{ access_token, expires_in (seconds) }`. Kept as the secrets `token` and `tokenUntil`.
template <class Ask>
std::string accessToken(Call& call, Ask ask) {
    constexpr std::int64_t Reserve = 300;         // seconds
    constexpr std::int64_t Longest = 366 * 86400; // seconds
    const auto kept = call.secrets().get("token");
    const auto until = Instant::parse(call.secrets().get("tokenUntil").value_or(""));
    if (kept && until && *until > call.now()) {
        return *kept;
    }
    const Json made = ask();
    const std::string token = textOf(made, "access_token");
    const std::int64_t told = made["expires_in"].isNumber() ? made["expires_in"].integer() : 0;
    const std::int64_t seconds = std::min(told, Longest);
    if (seconds > Reserve) {
        call.transaction([&] {
            call.secrets().put("token", token);
            call.secrets().put("tokenUntil", (call.now() + (seconds - Reserve) * Instant::Second).toString());
        });
    }
    return token;
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
    HttpReply reply = send(accessToken(call, ask));
    if (refused(reply) && call.secrets().get("token")) {
        call.transaction([&] { call.secrets().remove("token"); });
        reply = send(accessToken(call, ask));
    }
    return reply;
}

} // namespace svc::connector
