#include "host/app/plugin_commands.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>

#include "host/app/command_line.hpp"
#include "host/app/installation.hpp"
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

/// A plugin of the installation, or a folder that is not a valid plugin.
struct Listed {
    std::string id;
    std::string version = "-";
    std::string kind = "-";
    std::string sdk = "-";
    std::string state; ///< enabled, available, refused
    std::string reason;
    std::string requirements = "-";
    std::string folder;
    std::string waiting; ///< a later version in the store of packages that is not in use
};

/// The highest version of a package, when it is not the one in use.
std::string waitingVersion(const package::Store& store, const Declaration& declaration) {
    const std::vector<std::string> versions = store.versions(declaration.id);
    return versions.empty() || versions.back() == store.current(declaration.id) ? "" : versions.back();
}

std::vector<Listed> listed(const config::Config& configuration) {
    const Installation installation = Installation::find(configuration);
    const PluginSet set = installation.discover();
    std::vector<Listed> plugins;
    for (const auto& [id, declaration] : set.found()) {
        Listed one{id,
                   declaration.version,
                   declaration.kind,
                   std::to_string(declaration.sdkMajor) + '.' + std::to_string(declaration.sdkMinor),
                   configuration.plugins.find(id) != nullptr ? "enabled" : "available",
                   {},
                   requirements(declaration),
                   declaration.folder.string(),
                   waitingVersion(installation.packages->store(), declaration)};
        if (const auto reason = set.whyNotOpened(declaration)) {
            one.state = "refused";
            one.reason = *reason;
        }
        plugins.push_back(std::move(one));
    }
    for (const plugin::Refusal& refusal : set.notices()) {
        Listed one;
        one.id = refusal.id;
        one.state = "refused";
        one.reason = refusal.reason;
        plugins.push_back(std::move(one));
    }
    return plugins;
}

void printTable(const std::vector<Listed>& plugins) {
    using Column = std::pair<const char*, std::string Listed::*>;
    const std::vector<Column> columns = {{"id", &Listed::id},       {"version", &Listed::version},
                                         {"kind", &Listed::kind},   {"sdk", &Listed::sdk},
                                         {"state", &Listed::state}, {"requires", &Listed::requirements}};
    std::vector<std::size_t> widths;
    for (const auto& [title, member] : columns) {
        std::size_t width = std::string(title).size();
        for (const Listed& one : plugins) {
            width = std::max(width, (one.*member).size());
        }
        widths.push_back(width + 2);
    }
    std::cout << std::left;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::cout << std::setw(static_cast<int>(widths[i])) << columns[i].first;
    }
    std::cout << "folder\n";
    for (const Listed& one : plugins) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            std::cout << std::setw(static_cast<int>(widths[i])) << one.*columns[i].second;
        }
        std::cout << one.folder << '\n';
    }
    for (const Listed& one : plugins) {
        if (!one.reason.empty()) {
            std::cout << "refused: " << one.id << ": " << one.reason << '\n';
        }
        if (!one.waiting.empty()) {
            std::cout << "waiting: " << one.id << ' ' << one.waiting << " is in the store and not in use\n";
        }
    }
}

void printJson(const std::vector<Listed>& plugins) {
    Json all = Json::array();
    for (const Listed& one : plugins) {
        all.push(Json::object({{"id", one.id},
                               {"version", one.version},
                               {"kind", one.kind},
                               {"sdk", one.sdk},
                               {"state", one.state},
                               {"reason", one.reason.empty() ? Json(nullptr) : Json(one.reason)},
                               {"requires", one.requirements},
                               {"folder", one.folder},
                               {"waiting", one.waiting.empty() ? Json(nullptr) : Json(one.waiting)}}));
    }
    std::cout << all.dump() << '\n';
}

int list(const config::Config& configuration, bool asJson) {
    const std::vector<Listed> plugins = listed(configuration);
    asJson ? printJson(plugins) : printTable(plugins);
    const bool good = std::none_of(plugins.begin(), plugins.end(),
                                   [](const Listed& one) { return one.state == "refused"; });
    return good ? 0 : 3;
}

/// Probes each library in a separate process, so that one that crashes or hangs does not hide the others.
int probe(const std::vector<std::string>& libraries) {
    bool good = true;
    for (const std::string& library : libraries) {
        try {
            const std::string found = plugin::probeLibraries(plugin::ownExecutable(), {library});
            std::cout << library << ": good, " << found << std::endl;
        } catch (const plugin::Refused& error) {
            good = false;
            std::cout << library << ": refused: " << error.what() << std::endl;
        }
    }
    return good ? 0 : 3;
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
    const PluginSet set = Installation::find(configuration).discover();
    const auto found = set.found().find(id);
    if (found == set.found().end()) {
        std::cerr << "svc-host: no plugin " << id << "; svc-host plugins list names them\n";
        return 3;
    }
    const Declaration& plugin = found->second;
    std::cout << plugin.name.at("en") << " (" << plugin.id << ' ' << plugin.version << ", " << plugin.kind
              << ", needs SDK " << plugin.sdkMajor << '.' << plugin.sdkMinor << ")\n";
    std::cout << "requires  " << requirements(plugin) << '\n';
    section("operations", plugin::operationIds(plugin::readContract(plugin.contract)),
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

int listPluginsCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {"json"});
    arguments.requireNoRest("plugins list");
    return list(loadConfiguration(arguments.option("config").value_or("")), arguments.flag("json"));
}

int describePluginCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {});
    if (arguments.rest().size() != 1) {
        throw UsageError("plugins describe takes the id of one plugin");
    }
    return describe(loadConfiguration(arguments.option("config").value_or("")), arguments.rest().front());
}

int probePluginsCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {});
    if (arguments.rest().empty()) {
        throw UsageError("plugins probe takes the libraries to open");
    }
    return probe(arguments.rest());
}

} // namespace svc::host::app
