#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "host/log/metrics.hpp"

namespace svc::host::app {

/// What plugins tried without being allowed to: counted in svc_permission_refused_total, and one line of the
/// log a minute for each plugin and permission.
class PermissionRefusals {
public:
    explicit PermissionRefusals(log::Metrics& metrics) : metrics_(metrics) {}

    /// Shows the counter of a plugin before anything was refused, so that an alert sees the first.
    void expect(const std::string& plugin);
    void tell(const std::string& plugin, const std::string& permission, const std::string& why);

private:
    log::Counter& counter(const std::string& plugin, const std::string& permission);

    log::Metrics& metrics_;
    std::mutex mutex_;
    std::map<std::pair<std::string, std::string>, std::chrono::steady_clock::time_point> told_;
};

} // namespace svc::host::app
