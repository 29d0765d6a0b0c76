#include "host/webhooks/delivery.hpp"

#include <algorithm>

#include <svc/json.hpp>

#include "host/auth/sql.hpp"

namespace svc::host::webhooks {

std::pair<std::string, std::string> spanOf(const std::vector<const Claim*>& claims) {
    const auto earlier = [](const Claim* a, const Claim* b) {
        return auth::instantOf(a->createdAt) < auth::instantOf(b->createdAt);
    };
    const auto [first, last] = std::minmax_element(claims.begin(), claims.end(), earlier);
    return {(*first)->createdAt, (*last)->createdAt};
}

std::string attemptJson(int number, Instant at, const Outcome& outcome) {
    return Json::object({{"attempt", number},
                         {"at", at.toString()},
                         {"httpStatus", outcome.httpStatus ? Json(*outcome.httpStatus) : Json(nullptr)},
                         {"durationMs", outcome.durationMs},
                         {"error", outcome.success() ? Json(nullptr) : Json(outcome.error)}})
        .dump();
}

Message signedMessage(const std::string& url, const Secrets& secrets, std::string_view type,
                      std::string_view eventNumber, int attempt, Instant at, std::string body) {
    const std::int64_t seconds = at.millis() / 1000;
    const std::string id = "evt_" + std::string(eventNumber);
    Message message;
    message.url = url;
    message.headers = {{"Content-Type", "application/json"},
                       {"User-Agent", "svc-webhooks/1.0"},
                       {"Svc-Event-Type", std::string(type)},
                       {"Svc-Event-Id", std::string(eventNumber)},
                       {"Svc-Delivery-Attempt", std::to_string(attempt)},
                       {"Svc-Signature", signatureHeader(secrets, seconds, body)},
                       {"webhook-id", id},
                       {"webhook-timestamp", std::to_string(seconds)},
                       {"webhook-signature", standardSignature(secrets, id, seconds, body)}};
    message.body = std::move(body);
    return message;
}

} // namespace svc::host::webhooks
