#include "access.hpp"

namespace svc::gocardless_bad {
namespace {

using connector::textOf;

constexpr std::int64_t Reserve = 5 * Instant::Minute;

constexpr int Unauthorized = 401;
constexpr int Forbidden = 403;
constexpr int Conflict = 409;
constexpr int TooManyRequests = 429;

/// In the form of connector::accessToken.
Json tokenOf(const Json& tokens) {
    return Json::object(
        {{"access_token", textOf(tokens, "access")}, {"expires_in", tokens["access_expires"]}});
}

std::optional<std::int64_t> numberIn(const HttpReply& reply, std::string_view header) {
    const auto value = reply.header(header);
    return value ? parseInt64(*value) : std::nullopt;
}

/// `Please try again in 85092 seconds`
std::optional<std::int64_t> secondsIn(std::string_view text) {
    constexpr std::string_view Before = "try again in ";
    const std::size_t at = text.find(Before);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = text.substr(at + Before.size());
    return parseInt64(rest.substr(0, rest.find(' ')));
}

/// The pause for the whole service; for a single account see exhaustedUntil().
std::optional<std::int64_t> secondsToWait(const HttpReply& reply) {
    if (numberIn(reply, "HTTP_X_RATELIMIT_REMAINING") == 0) {
        if (const auto seconds = numberIn(reply, "HTTP_X_RATELIMIT_RESET")) {
            return seconds;
        }
    }
    return secondsIn(reply.body);
}

/// The pause when a bank limits requests itself and gives no time: banks must allow four requests a day.
[[noreturn]] void comeBackLater(Call& call, const HttpReply& reply) {
    constexpr std::int64_t Longest = 24 * 3600;
    constexpr std::int64_t Usual = 6 * 3600;
    Instant at = call.now() + Usual * Instant::Second;
    if (const auto exhausted = exhaustedUntil(call, reply)) {
        at = *exhausted;
    } else if (const auto seconds = secondsToWait(reply); seconds && *seconds >= 0) {
        at = call.now() + std::min(*seconds, Longest) * Instant::Second;
    } else if (const auto after = reply.retryAfter(call.now())) {
        at = *after;
    }
    throw connector::Later{"integration-unreachable:http-429", at};
}

} // namespace

std::string kept(Call& call, std::string_view name) {
    return call.secrets().get(name).value_or("");
}

std::string url(std::string_view path) {
    return Call::settings().textOr("baseUrl", "https://bankaccountdata.gocardless.com") + "/api/v2" +
           std::string(path);
}

Json newTokens(Call& call, const std::string& secretId, const std::string& secretKey) {
    return connector::jsonOf(
        accepted(call, call.http()
                           .post(url("/token/new/"))
                           .json(Json::object({{"secret_id", secretId}, {"secret_key", secretKey}}))
                           .send()));
}

void keepTokens(Call& call, const Json& tokens) {
    constexpr std::int64_t Longest = 366 * 86400; // seconds
    const auto keep = [&](const char* name, const char* until, const char* value, const char* seconds) {
        const std::int64_t lifetime =
            std::clamp<std::int64_t>(tokens.optionalInteger(seconds).value_or(0), 0, Longest) *
            Instant::Second;
        call.secrets().put(name, textOf(tokens, value));
        call.secrets().put(until, (call.now() + (lifetime - Reserve)).toString());
    };
    keep("token", "tokenUntil", "access", "access_expires");
    keep("refreshToken", "refreshUntil", "refresh", "refresh_expires");
}

Json renewedToken(Call& call) {
    const auto until = Instant::parse(kept(call, "refreshUntil"));
    if (until && *until > call.now()) {
        const HttpReply reply = call.http()
                                    .post(url("/token/refresh/"))
                                    .json(Json::object({{"refresh", kept(call, "refreshToken")}}))
                                    .send();
        const bool refused = reply.status >= 400 && reply.status < 500 && reply.status != TooManyRequests;
        if (!refused) {
            return tokenOf(connector::jsonOf(accepted(call, reply)));
        }
    }
    const Json tokens = newTokens(call, kept(call, "secretId"), kept(call, "secretKey"));
    call.transaction([&] { keepTokens(call, tokens); });
    return tokenOf(tokens);
}

std::string codeOf(const HttpReply& reply) {
    try {
        const Json error = reply.json();
        if (!error.isObject()) {
            return "";
        }
        if (const auto type = error.optionalText("type")) {
            return *type;
        }
        if (reply.status == Conflict) {
            return "account-" + lowerAscii(error.textOr("status", "suspended"));
        }
        if (reply.status == Forbidden && error.textOr("summary").starts_with("IP address")) {
            return "ip-not-allowed";
        }
    } catch (const JsonError&) { // NOLINT(bugprone-empty-catch): the body may be an HTML page
    }
    return "";
}

bool isTokenRefused(const HttpReply& reply) {
    return reply.status == Unauthorized && codeOf(reply).empty();
}

std::optional<Instant> exhaustedUntil(Call& call, const HttpReply& reply) {
    constexpr std::int64_t Day = 24 * 3600;
    const auto reset = numberIn(reply, "HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_RESET");
    if (numberIn(reply, "HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_REMAINING") != 0 || !reset || *reset < 0) {
        return std::nullopt;
    }
    return call.now() + std::min(*reset, Day) * Instant::Second;
}

const HttpReply& accepted(Call& call, const HttpReply& reply) {
    if (reply.status == TooManyRequests) {
        comeBackLater(call, reply);
    }
    const std::string code = codeOf(reply);
    if (code == "ip-not-allowed") {
        throw connector::refusedBy(reply, code); // the consent is still valid
    }
    return connector::fetched(call, reply, code);
}

} // namespace svc::gocardless_bad
