#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "host/log/metrics.hpp"

namespace svc::host::app {

/// Actions of plugins without permission: counted in svc_permission_refused_total, and logged at most once a
/// minute for each plugin and permission.
class PermissionRefusals {
public:
    explicit PermissionRefusals(log::Metrics& metrics) : metrics_(metrics) {}

    /// Exposes the counter of a plugin at 0, so that an alert notices the first refusal.
    void expect(const std::string& plugin);
    void tell(const std::string& plugin, const std::string& permission, const std::string& why);

private:
    log::Counter& counter(const std::string& plugin, const std::string& permission);

    log::Metrics& metrics_;
    std::mutex mutex_;
    std::map<std::pair<std::string, std::string>, std::chrono::steady_clock::time_point> told_;
};

} // namespace svc::host::app
