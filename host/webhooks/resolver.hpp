#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <sys/socket.h>

#include "host/webhooks/address_policy.hpp"

namespace svc::host::webhooks {

using Deadline = std::chrono::steady_clock::time_point;

struct Resolution {
    enum class Outcome { Found, NotFound, TooLate };
    Outcome outcome = Outcome::NotFound;
    std::vector<sockaddr_storage> addresses; ///< with the port of the address
};

/// Asks getaddrinfo, but never waits beyond the deadline.
Resolution resolve(const HookUrl& url, Deadline deadline);

} // namespace svc::host::webhooks
