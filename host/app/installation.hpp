#pragma once

#include <filesystem>
#include <vector>

#include "host/config/config.hpp"

namespace svc::host::app {

/// Where the files of this installation are: beside the program in a build folder (bin/, plugins/,
/// share/svc/), or below a prefix (bin/, lib/svc/plugins/, share/svc/).
struct Installation {
    std::filesystem::path hostMigrations;
    std::filesystem::path hostInvariants;
    std::filesystem::path countries;
    std::filesystem::path plans;
    std::vector<std::filesystem::path> pluginFolders;

    /// `configuration`: its plugins.folders are searched first, and a countries.yaml or plans.yaml beside it
    /// wins.
    static Installation find(const config::Config& configuration);
};

} // namespace svc::host::app
