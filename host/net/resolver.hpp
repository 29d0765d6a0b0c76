#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/socket.h>

namespace svc::host::net {

using Deadline = std::chrono::steady_clock::time_point;

struct Resolution {
    enum class Outcome { Found, NotFound, TooLate };
    Outcome outcome = Outcome::NotFound;
    std::vector<sockaddr_storage> addresses; ///< with the port
};

/// Asks getaddrinfo, but never waits beyond the deadline.
Resolution resolve(const std::string& host, std::uint16_t port, Deadline deadline);

} // namespace svc::host::net
