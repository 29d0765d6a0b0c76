#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "host/config/config.hpp"
#include "host/package/stored_plugins.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::app {

/// Where the files of this installation are: beside the program in a build folder (bin/, plugins/,
/// share/svc/), or below a prefix (bin/, lib/svc/plugins/, share/svc/).
struct Installation {
    std::filesystem::path hostMigrations;
    std::filesystem::path hostInvariants;
    std::filesystem::path countries;
    std::filesystem::path plans;
    std::vector<std::filesystem::path> pluginFolders;
    std::shared_ptr<const package::StoredPlugins> packages;

    /// `configuration`: its plugins.folders are searched first, then the installed packages; a countries.yaml
    /// or plans.yaml beside it wins. Throws config::ConfigError for a wrong trust file.
    static Installation find(const config::Config& configuration);

    /// All plugins; those of the store are checked before their libraries are opened.
    plugin::PluginSet discover() const;
};

package::Places packagePlaces(const config::Config& configuration);

} // namespace svc::host::app
