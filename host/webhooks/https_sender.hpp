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

/// One POST.
struct Message {
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
};

/// What became of it. `error` in the words of the API; empty after an answer of 2xx.
struct Outcome {
    std::optional<int> httpStatus;
    std::int64_t durationMs = 0;
    std::string error;
    std::string excerpt;

    bool success() const { return error.empty(); }
};

/// Sends over HTTPS to receivers that nobody trusts: every address is checked, the connection goes to the
/// address that was checked, one deadline spans everything, redirects are failures, little is read.
/// Connections are kept for 30 s of idleness. Any thread may use it.
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
