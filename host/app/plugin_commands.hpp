#pragma once

#include <string>
#include <vector>

#include "host/config/config.hpp"

namespace svc::host::app {

/// `svc-host plugins list [--json]`; 3 when a plugin is refused.
int listPluginsCommand(const std::vector<std::string>& words);
/// `svc-host plugins describe ID`; 3 when there is no such plugin.
int describePluginCommand(const std::vector<std::string>& words);
/// `svc-host plugins probe LIBRARY…`; 3 when one cannot be used.
int probePluginsCommand(const std::vector<std::string>& words);

/// The configuration named by --config, SVC_CONFIG or the default place.
config::Config loadConfiguration(const std::string& option);

} // namespace svc::host::app
