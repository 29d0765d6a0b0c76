#include "host/app/plugin_commands.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>

#include "host/app/command_line.hpp"
#include "host/app/installation.hpp"
#include "host/config/countries.hpp"
#include "host/config/plans.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::app {
namespace {

using plugin::Declaration;
using plugin::PluginSet;

std::string requirements(const Declaration& declaration) {
    std::string text;
    for (const std::string& id : declaration.requiredPlugins) {
        text += text.empty() ? id : ", " + id;
    }
    return text.empty() ? "-" : text;
}

int list(const config::Config& configuration) {
    const PluginSet set = PluginSet::discover(Installation::find(configuration).pluginFolders);
    std::cout << std::left << std::setw(16) << "id" << std::setw(10) << "version" << std::setw(11) << "kind"
              << std::setw(6) << "sdk" << std::setw(10) << "enabled" << std::setw(20) << "requires"
              << "folder\n";
    for (const auto& [id, declaration] : set.found()) {
        std::cout << std::setw(16) << id << std::setw(10) << declaration.version << std::setw(11)
                  << declaration.kind << std::setw(6)
                  << std::to_string(declaration.sdkMajor) + '.' + std::to_string(declaration.sdkMinor)
                  << std::setw(10) << (configuration.plugins.find(id) != nullptr ? "yes" : "no")
                  << std::setw(20) << requirements(declaration) << declaration.folder.string() << '\n';
    }
    for (const plugin::Refusal& refusal : set.refusals()) {
        std::cout << "refused: " << refusal.id << ": " << refusal.reason << '\n';
    }
    return set.refusals().empty() ? 0 : 3;
}

template <typename Entries, typename Line>
void section(const char* title, const Entries& entries, Line line) {
    if (entries.empty()) {
        return;
    }
    std::cout << title << '\n';
    for (const auto& entry : entries) {
        std::cout << "  " << line(entry) << '\n';
    }
}

int describe(const config::Config& configuration, const std::string& id) {
    const PluginSet set = PluginSet::discover(Installation::find(configuration).pluginFolders);
    const auto found = set.found().find(id);
    if (found == set.found().end()) {
        std::cerr << "svc-host: no plugin " << id << "; svc-host plugins list names them\n";
        return 3;
    }
    const Declaration& plugin = found->second;
    std::cout << plugin.name.at("en") << " (" << plugin.id << ' ' << plugin.version << ", " << plugin.kind
              << ", needs SDK " << plugin.sdkMajor << '.' << plugin.sdkMinor << ")\n";
    std::cout << "requires  " << requirements(plugin) << '\n';
    section("operations", plugin::operationIds(plugin.contract),
            [](const std::string& name) { return name; });
    section("scopes", plugin.scopes, [](const Scope& scope) {
        return scope.scope + "  " + scope.description.at("en") + (scope.keyOnly ? " (keys only)" : "");
    });
    section("events", plugin.events, [](const EventType& type) {
        return type.type + "  " + type.descriptions.at("en") + (type.reserved ? " (reserved)" : "");
    });
    section("commands provided", plugin.providedCommands, [](const std::string& name) { return name; });
    section("commands used", plugin.usedCommands,
            [](const auto& used) { return used.first + (used.second.optional ? "  (when there)" : ""); });
    section("numbering", plugin.numbering,
            [](const NumberKind& kind) { return kind.kind + "  " + kind.pattern; });
    section("hooks", plugin.hooks, [](const auto& hook) { return hook.event + "  " + hook.handler; });
    section("subscribers", plugin.subscribers, [](const auto& subscriber) { return subscriber.name; });
    section("jobs", plugin.jobs, [](const auto& job) { return job.name + "  " + job.every; });
    std::cout << "settings schema\n  " << plugin.settingsSchema.dump() << '\n';
    return 0;
}

} // namespace

config::Config loadConfiguration(const std::string& option) {
    const config::Environment environment = config::processEnvironment();
    return config::loadConfig(config::configPath(option, environment), environment);
}

int pluginsCommand(const std::vector<std::string>& words) {
    const std::string action = words.empty() ? "" : words.front();
    const Arguments arguments({words.begin() + (words.empty() ? 0 : 1), words.end()}, {"config"}, {});
    if (action == "probe" && !arguments.rest().empty()) {
        return plugin::probeHere(arguments.rest());
    }
    if (action == "list" && arguments.rest().empty()) {
        return list(loadConfiguration(arguments.option("config").value_or("")));
    }
    if (action == "describe" && arguments.rest().size() == 1) {
        return describe(loadConfiguration(arguments.option("config").value_or("")), arguments.rest().front());
    }
    throw UsageError("svc-host plugins list | describe ID | probe LIBRARY…");
}

int checkConfigCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {});
    if (arguments.rest().size() > 1) {
        throw UsageError("svc-host check-config [FILE]");
    }
    const std::string file =
        arguments.rest().empty() ? arguments.option("config").value_or("") : arguments.rest().front();
    try {
        const config::Config configuration = loadConfiguration(file);
        const Installation installation = Installation::find(configuration);
        config::Countries::load(installation.countries);
        config::Plans::load(installation.plans);
        PluginSet set = PluginSet::discover(installation.pluginFolders);
        set.select(configuration);
        std::cout << configuration.file.string() << ": good, " << configuration.plugins.enabled.size()
                  << " plugins enabled\n";
        return 0;
    } catch (const std::runtime_error& error) {
        std::string text = error.what();
        while (!text.empty() && text.back() == '\n') {
            text.pop_back();
        }
        std::cout << text << '\n';
        return 1;
    }
}

} // namespace svc::host::app
