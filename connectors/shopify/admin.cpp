#include "admin.hpp"

#include <chrono>
#include <thread>

#include "common/shop_orders.hpp"

namespace svc::shopify {
namespace {

constexpr std::int32_t MostBytes = 16 * 1024 * 1024;
constexpr std::string_view TokenHeader = "X-Shopify-Access-Token";
constexpr std::int64_t LongestSleep = 5000; // milliseconds
constexpr int MostTries = 4;

/// Milliseconds until the leaky bucket has room for a query that costs more than is available now.
std::int64_t pauseOf(const Json& answer) {
    constexpr std::int64_t Usual = 1000;
    const Json cost = answer["extensions"]["cost"];
    const Json status = cost.isObject() ? cost["throttleStatus"] : Json(nullptr);
    if (!status.isObject() || !cost["requestedQueryCost"].isNumber()) {
        return Usual;
    }
    const Decimal missing =
        cost["requestedQueryCost"].decimal() - connector::decimalOrZero(status["currentlyAvailable"]);
    const Decimal rate = connector::decimalOrZero(status["restoreRate"]);
    if (missing.sign() <= 0 || rate.sign() <= 0) {
        return Usual;
    }
    return Decimal::divide(missing, rate, 3).shifted(3).toInteger().value_or(Usual) + 1;
}

/// Shopify gives fractional seconds.
void obeyRetryAfter(Call& call, const HttpReply& reply) {
    constexpr int TooManyRequests = 429;
    constexpr int Unavailable = 503;
    const auto header = reply.header("Retry-After");
    if ((reply.status != TooManyRequests && reply.status != Unavailable) || !header) {
        return;
    }
    const auto seconds = Decimal::parse(trim(*header));
    const auto millis = seconds && seconds->sign() >= 0 && *seconds < Decimal(86400)
                            ? seconds->rounded(3).shifted(3).toInteger()
                            : std::nullopt;
    if (millis) {
        throw connector::Later{"integration-unreachable:http-" + std::to_string(reply.status),
                               call.now() + *millis * Instant::Millisecond};
    }
}

bool isPassing(std::string_view code) {
    return code == "INTERNAL_SERVER_ERROR" || code == "TIMEOUT" || code == "SERVICE_UNAVAILABLE";
}

} // namespace

std::string errorOf(const HttpReply& reply) {
    try {
        const Json answer = reply.json();
        const Json errors = answer.isObject() ? answer["errors"] : Json(nullptr);
        if (errors.isNull() || (errors.isArray() && errors.empty())) {
            return "";
        }
        const Json first = errors.isArray() ? errors.at(0) : Json(nullptr);
        const Json extensions = first.isObject() ? first["extensions"] : Json(nullptr);
        return extensions.isObject() ? extensions.textOr("code", "error") : "error";
    } catch (const JsonError&) {
        return "";
    }
}

std::string Admin::url(std::string_view path) const {
    const std::string base = Call::settings().textOr("baseUrl");
    return (base.empty() ? "https://" + shop_ : base) + std::string(path);
}

connector::OAuth Admin::oauth() const {
    return {url("/admin/oauth/authorize"), url("/admin/oauth/access_token"), connector::ClientProof::Body,
            std::string(TokenHeader)};
}

HttpReply Admin::ask(Call& call, std::string_view query, const Json& variables,
                     const std::string& token) const {
    const std::string path =
        "/admin/api/" + Call::settings().textOr("apiVersion", "2026-10") + "/graphql.json";
    const auto begin = [&] {
        return call.http().post(url(path)).most(MostBytes).json(
            Json::object({{"query", query}, {"variables", variables}}));
    };
    return token.empty() ? oauth().send(call, begin) : begin().header(TokenHeader, token).send();
}

Json Admin::read(Call& call, std::string_view query, const Json& variables, const std::string& token) const {
    for (int attempt = 1;; ++attempt) {
        const HttpReply reply = ask(call, query, variables, token);
        obeyRetryAfter(call, reply);
        const std::string code = errorOf(reply);
        // A refusal by HTTP status has no code in its body.
        const Json answer = connector::jsonOf(connector::accepted(reply, code == "error" ? "" : code));
        if (code.empty() && answer.isObject() && answer["data"].isObject()) {
            return answer["data"];
        }
        if (code != "THROTTLED") {
            throw code.empty() ? ApiError(400, "integration-unreachable", {"answer-unreadable"})
            : isPassing(code)  ? ApiError(400, "integration-unreachable", {code})
                               : connector::refusedBy(reply, code);
        }
        const std::int64_t pause = pauseOf(answer);
        if (pause > LongestSleep || attempt == MostTries) {
            throw connector::Later{"integration-unreachable:throttled",
                                   call.now() + pause * Instant::Millisecond};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    }
}

} // namespace svc::shopify
