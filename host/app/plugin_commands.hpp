#pragma once

#include <string>
#include <vector>

#include "host/config/config.hpp"

namespace svc::host::app {

/// `svc-host plugins list|describe|probe`. Returns the exit code.
int pluginsCommand(const std::vector<std::string>& words);

/// `svc-host check-config [FILE]`: one line per mistake on standard output; 0 or 1.
int checkConfigCommand(const std::vector<std::string>& words);

/// The configuration named by --config, SVC_CONFIG or the default place.
config::Config loadConfiguration(const std::string& option);

} // namespace svc::host::app
