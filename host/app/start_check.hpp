#pragma once

#include <string>
#include <vector>

#include "host/app/installation.hpp"
#include "host/config/config.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::app {

/// What can be told of a start before plugins are loaded and the database is opened. `check-config` and
/// `serve` tell the same.
struct StartCheck {
    config::Config configuration;
    Installation installation;
    plugin::PluginSet plugins;             ///< discovered, not selected
    std::vector<config::Mistake> mistakes; ///< the service does not start with one of them
    std::vector<config::Mistake> notes;    ///< accepted, but probably not meant
};

/// Who asks.
enum class Asks {
    Start = 1,     ///< the service starts now, so its port must be free
    Administrator, ///< the service may be running
};

/// Reads the configuration of --config, SVC_CONFIG or the default place, and tries what it names:
/// certificates, keys, folders, the address to listen on, plugins. Writes nothing. Throws config::ConfigError
/// for a file that is not YAML, std::runtime_error for an installation that is not complete.
StartCheck checkStart(const std::string& option, Asks who);

/// One mistake for each plugin that is not used, at its key in the configuration. A reason of several lines
/// stands below its mistake.
std::string textOf(const std::vector<plugin::Refusal>& refusals, const config::Config& configuration);

/// Throws std::runtime_error with all mistakes and, since there are some, with the plugins whose files cannot
/// be used.
void requireGood(const StartCheck& check);

} // namespace svc::host::app
