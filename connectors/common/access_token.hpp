/// Tokens that a provider gives for a time in exchange for lasting credentials.
#pragma once

#include <string>

#include <svc/connector.hpp>

namespace svc::connector {

/// The token that is kept, until five minutes before it ends; after that a new one, from the answer of
/// `ask()`:
/// `{ access_token, expires_in (seconds) }`. Kept as the secrets `token` and `tokenUntil`.
template <class Ask>
std::string accessToken(Call& call, Ask ask) {
    constexpr std::int64_t Reserve = 300; // seconds
    const auto kept = call.secrets().get("token");
    const auto until = Instant::parse(call.secrets().get("tokenUntil").value_or(""));
    if (kept && until && *until > call.now()) {
        return *kept;
    }
    const Json made = ask();
    const std::string token = textOf(made, "access_token");
    const std::int64_t seconds = made["expires_in"].isNumber() ? made["expires_in"].integer() : 0;
    if (seconds > Reserve) {
        call.transaction([&] {
            call.secrets().put("token", token);
            call.secrets().put("tokenUntil", (call.now() + (seconds - Reserve) * Instant::Second).toString());
        });
    }
    return token;
}

/// Sends with the token that is kept, and once more with a new one when the provider does not take it any
/// more.
template <class Ask, class Send>
HttpReply sendWithToken(Call& call, Ask ask, Send send) {
    constexpr int Unauthorized = 401;
    HttpReply reply = send(accessToken(call, ask));
    if (reply.status == Unauthorized && call.secrets().get("token")) {
        call.transaction([&] { call.secrets().remove("token"); });
        reply = send(accessToken(call, ask));
    }
    return reply;
}

} // namespace svc::connector
