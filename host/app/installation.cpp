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
    found.packages = std::make_shared<package::StoredPlugins>(packagePlaces(configuration));
    for (fs::path& folder : found.packages->folders()) {
        found.pluginFolders.push_back(std::move(folder));
    }
    std::error_code ignored;
    for (const char* folder : {"plugins", "lib/svc/plugins"}) {
        if (fs::is_directory(prefix / folder, ignored)) {
            found.pluginFolders.push_back(prefix / folder);
        }
    }
    return found;
}

plugin::PluginSet Installation::discover() const {
    return plugin::PluginSet::discover(
        pluginFolders,
        [packages = packages](const plugin::Declaration& declaration) { packages->check(declaration); });
}

package::Places packagePlaces(const config::Config& configuration) {
    return {configuration.plugins.store, configuration.plugins.trust, configuration.plugins.grants};
}

} // namespace svc::host::app
