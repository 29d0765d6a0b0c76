#include "host/app/installation.hpp"

#include <stdexcept>

#include "host/plugin/library.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

fs::path firstExisting(const std::vector<fs::path>& candidates) {
    std::error_code ignored;
    for (const fs::path& candidate : candidates) {
        if (fs::exists(candidate, ignored)) {
            return candidate;
        }
    }
    throw std::runtime_error(candidates.back().string() + " is missing: the installation is not complete");
}

} // namespace

Installation Installation::find(const config::Config& configuration) {
    const fs::path prefix = plugin::ownExecutable().parent_path().parent_path();
    const fs::path share = prefix / "share/svc";
    const fs::path beside = configuration.file.parent_path();
    Installation found;
    found.hostMigrations = firstExisting({share / "migrations"});
    found.hostInvariants = firstExisting({share / "invariants"});
    found.countries = firstExisting({beside / "countries.yaml", share / "countries.yaml"});
    found.plans = firstExisting({beside / "plans.yaml", share / "plans.yaml"});
    found.pluginFolders = configuration.plugins.folders;
    std::error_code ignored;
    for (const char* folder : {"plugins", "lib/svc/plugins"}) {
        if (fs::is_directory(prefix / folder, ignored)) {
            found.pluginFolders.push_back(prefix / folder);
        }
    }
    return found;
}

} // namespace svc::host::app
