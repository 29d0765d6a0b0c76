// Which plugins the configuration enables, and what it says wrongly about them.
#include <stdexcept>
#include <string_view>

#include "host/config/nearest.hpp"
#include "host/config/settings_schema.hpp"
#include "host/db/roles.hpp"
#include "host/plugin/permissions.hpp"
#include "host/plugin/plugin_set.hpp"
#include "host/plugin/requirements.hpp"

namespace svc::host::plugin {
namespace {

std::string keyOf(const std::string& id) {
    return "plugins.enabled." + id;
}

} // namespace

EnabledPlugins PluginSet::enabled(const config::Config& configuration) const {
    EnabledPlugins enabled;
    for (const config::PluginBlock& block : configuration.plugins.enabled) {
        if (const auto found = found_.find(block.id); found != found_.end()) {
            enabled.emplace(block.id, &found->second);
        }
    }
    return enabled;
}

config::Mistake PluginSet::unknown(const config::PluginBlock& block, const std::string& file) const {
    for (const Refusal& refusal : notices_) {
        if (refusal.id == block.id) {
            return {file, block.line, keyOf(block.id), block.id,
                    "a plugin whose files are right: " + refusal.reason};
        }
    }
    std::vector<std::string_view> ids;
    std::string text;
    for (const auto& [id, declaration] : found_) {
        ids.push_back(id);
        text += (text.empty() ? "" : ", ") + id;
    }
    return {file, block.line, keyOf(block.id), block.id,
            "an installed plugin" + config::didYouMean(block.id, ids) + ": " + text};
}

std::vector<config::Mistake> PluginSet::mistakes(const config::Config& configuration) const {
    const std::string file = configuration.file.string();
    std::vector<config::Mistake> mistakes;
    for (const config::PluginBlock& block : configuration.plugins.enabled) {
        const auto found = found_.find(block.id);
        if (found == found_.end()) {
            mistakes.push_back(unknown(block, file));
            continue;
        }
        const auto wrong =
            config::checkAgainstSchema(block.node, found->second.settingsSchema, file, keyOf(block.id));
        mistakes.insert(mistakes.end(), wrong.begin(), wrong.end());
        if (!wrong.empty()) {
            continue;
        }
        try {
            placesOf(found->second.http, config::withDefaults(block.settings, found->second.settingsSchema));
        } catch (const std::runtime_error& error) {
            mistakes.push_back({file, block.line, keyOf(block.id), error.what(),
                                "http:// or https://, a host and perhaps a port"});
        }
    }
    const EnabledPlugins all = enabled(configuration);
    const auto missing = missingRequirements(all, found_, configuration);
    mistakes.insert(mistakes.end(), missing.begin(), missing.end());
    if (mistakes.empty()) {
        try {
            inOrder(all);
        } catch (const Cycle& cycle) {
            mistakes.push_back({file, configuration.plugins.find(cycle.id())->line, keyOf(cycle.id()),
                                cycle.what(), "requirements that end"});
        }
    }
    return mistakes;
}

void PluginSet::select(const config::Config& configuration) {
    std::vector<config::Mistake> found = mistakes(configuration);
    if (!found.empty()) {
        throw config::ConfigError(std::move(found));
    }
    plugins_.clear();
    for (const Declaration* declaration : inOrder(enabled(configuration))) {
        auto plugin = std::make_unique<svc_plugin>();
        plugin->declaration = *declaration;
        plugin->role = db::pluginRole(declaration->schema());
        const Json settings = config::withDefaults(configuration.plugins.find(declaration->id)->settings,
                                                   declaration->settingsSchema);
        plugin->settings = settings.dump();
        plugin->places = placesOf(declaration->http, settings);
        plugins_.push_back(std::move(plugin));
    }
}

} // namespace svc::host::plugin
