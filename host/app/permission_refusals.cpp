#include "host/app/permission_refusals.hpp"

#include "host/log/log.hpp"

namespace svc::host::app {

log::Counter& PermissionRefusals::counter(const std::string& plugin, const std::string& permission) {
    return metrics_.counter("svc_permission_refused_total", "Calls of plugins that they are not allowed.",
                            {{"plugin", plugin}, {"permission", permission}});
}

void PermissionRefusals::expect(const std::string& plugin) {
    counter(plugin, "database");
}

void PermissionRefusals::tell(const std::string& plugin, const std::string& permission,
                              const std::string& why) {
    counter(plugin, permission).add();
    const auto now = std::chrono::steady_clock::now();
    {
        const std::lock_guard lock(mutex_);
        const auto [last, first] = told_.try_emplace({plugin, permission}, now);
        if (!first && now - last->second < std::chrono::minutes(1)) {
            return;
        }
        last->second = now;
    }
    log::error({}, "plugin " + plugin + " was refused " + permission + ": " + why,
               {{"plugin", plugin}, {"permission", permission}});
}

} // namespace svc::host::app
