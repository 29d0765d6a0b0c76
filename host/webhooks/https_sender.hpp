#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/webhooks/address_policy.hpp"
#include "host/webhooks/connections.hpp"

namespace svc::host::webhooks {

/// The content of one POST.
struct Message {
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
};

/// The outcome of an attempt. `error` as in the API; empty after an answer 2xx.
struct Outcome {
    std::optional<int> httpStatus;
    std::int64_t durationMs = 0;
    std::string error;
    std::string excerpt;

    bool success() const { return error.empty(); }
};

/// Sends over HTTPS to untrusted receivers: every resolved address is checked, the connection goes to the
/// checked address, one deadline covers everything, redirects are failures, and only little of the answer is
/// read. Idle connections are kept for 30 s. Thread-safe.
class HttpsSender {
public:
    HttpsSender(const AddressPolicy& policy, TlsContext tls,
                std::chrono::milliseconds limit = std::chrono::seconds(15));

    Outcome send(const Message& message);

private:
    Outcome attempt(const HookUrl& url, const Message& message, Deadline deadline);

    Connections connections_;
    std::chrono::milliseconds limit_;
};

} // namespace svc::host::webhooks
