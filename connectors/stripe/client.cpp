#include "client.hpp"

#include "common/error_code.hpp"

namespace svc::stripe {

std::string url(std::string_view path) {
    return Call::settings().textOr("baseUrl", "https://api.stripe.com") + "/v1" + std::string(path);
}

std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& answer) {
        const Json& error = answer["error"];
        return error.isObject() ? error.textOr("code", error.textOr("type")) : "";
    });
}

std::string startingAfter(const std::string& id) {
    return id.empty() ? "" : "&starting_after=" + percentEncode(id);
}

bool isTestKey(std::string_view key) {
    return key.starts_with("sk_test_") || key.starts_with("rk_test_");
}

Instant instantOf(const Json& seconds) {
    constexpr std::int64_t EndOf9999 = 253'402'300'799;
    const std::int64_t value = seconds.integer();
    if (value < 0 || value > EndOf9999) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return Instant(value * Instant::Second);
}

HttpCall&& withKey(HttpCall&& request, const std::string& key) {
    return (key.empty() ? std::move(request).bearer("secretKey")
                        : std::move(request).header("Authorization", "Bearer " + key))
        .header("Stripe-Version", Version);
}

} // namespace svc::stripe
