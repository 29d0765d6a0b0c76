#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "host/app/maintenance.hpp"

namespace svc::host::app {

/// Tells systemd (`Type=notify`) that the service is ready, is stopping, and is alive. Without NOTIFY_SOCKET
/// in the environment it does nothing. The protocol is implemented here because it is small, one datagram per
/// message, and guaranteed stable by sd_notify(3); libsystemd would be a dependency of every installation,
/// also of those without systemd.
class ServiceManager {
public:
    /// Removes NOTIFY_SOCKET and WATCHDOG_USEC from the environment, so that child processes do not inherit
    /// them. Must be created before any other thread.
    ServiceManager();

    void ready();
    void stopping();
    /// Requests /health of the service three times per watchdog interval; an answer resets the watchdog.
    /// `url`: the address of the service on this machine.
    void watch(const std::string& url);

private:
    void tell(std::string_view message) const;

    std::string socket_;
    std::optional<std::chrono::microseconds> watchdog_;
    std::optional<Maintenance> watch_;
};

} // namespace svc::host::app
