#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "host/app/maintenance.hpp"

namespace svc::host::app {

/// Tells systemd (`Type=notify`) that the service is ready, stops, and still answers. Without NOTIFY_SOCKET
/// in the environment it does nothing.
///
/// The protocol, one datagram a message, is a promise of sd_notify(3), and a few lines: the library of
/// systemd would be a dependency of every installation, of those without it too.
class ServiceManager {
public:
    /// Takes NOTIFY_SOCKET and WATCHDOG_USEC out of the environment, which is not for the programs that the
    /// service starts. Before there are other threads.
    ServiceManager();

    void ready();
    void stopping();
    /// Three times in the time that the watchdog allows, asks the service itself for /health; an answer feeds
    /// the watchdog. `url` is that of the service on this machine.
    void watch(const std::string& url);

private:
    void tell(std::string_view message) const;

    std::string socket_;
    std::optional<std::chrono::microseconds> watchdog_;
    std::optional<Maintenance> watch_;
};

} // namespace svc::host::app
