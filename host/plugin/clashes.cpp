// Conflicts of valid plugins with each other or with the host.
#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "host/http/pipeline/router.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::plugin {
namespace {

/// The operationIds and paths that are already registered.
class Surface {
public:
    /// Throws Refused when an operationId or a path is registered already.
    void add(const openapi::Contract& contract) {
        for (const openapi::Operation& operation : contract.operations()) {
            const std::string subject = "operation " + operation.id + ": ";
            const auto [other, added] = owners_.emplace(operation.id, contract.plugin());
            if (!added) {
                throw Refused(subject + "there is one of this name in " + other->second);
            }
            try {
                router_.add(operation.method, operation.path, 0,
                            operation.rest ? http::LastVariable::Rest : http::LastVariable::OneSegment);
            } catch (const std::invalid_argument& error) {
                throw Refused(subject + error.what());
            }
        }
    }

private:
    std::map<std::string, std::string> owners_; ///< of each operationId
    http::Router router_;
};

/// Throws Refused for an operation that no caller can have a scope for. `isScope`: one of the host or of any
/// installed plugin.
void checkScopes(const openapi::Contract& contract, const std::function<bool(std::string_view)>& isScope) {
    for (const openapi::Operation& operation : contract.operations()) {
        const auto& scopes = operation.scopes;
        if (!scopes.empty() && std::none_of(scopes.begin(), scopes.end(), isScope)) {
            throw Refused("operation " + operation.id + " needs the scope " + scopes.front() +
                          ", which nobody declares");
        }
    }
}

} // namespace

/// Among equals, plugins with `required: true` come first, then those shipped with the service.
std::vector<const svc_plugin*> PluginSet::mostRequiredFirst(const config::Config& configuration) const {
    std::map<std::string, int> dependents;
    std::vector<const svc_plugin*> sorted;
    for (const auto& plugin : plugins_) {
        sorted.push_back(plugin.get());
        for (const std::string& id : plugin->declaration.requiredPlugins) {
            ++dependents[id];
        }
    }
    const auto& named = configuration.plugins.folders;
    const auto rank = [&](const svc_plugin* plugin) {
        const Declaration& declared = plugin->declaration;
        const bool ofOthers =
            std::find(named.begin(), named.end(), declared.folder.parent_path()) != named.end();
        return std::tuple(-dependents[declared.id], !configuration.plugins.find(declared.id)->required,
                          ofOthers);
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const svc_plugin* one, const svc_plugin* other) { return rank(one) < rank(other); });
    return sorted;
}

std::optional<Refusal> PluginSet::firstClash(const Catalogue& own,
                                             const std::vector<const openapi::Contract*>& ownContracts,
                                             const config::Config& configuration) const {
    Catalogue catalogue = own;
    Surface surface;
    for (const openapi::Contract* contract : ownContracts) {
        surface.add(*contract);
    }
    const std::vector<const svc_plugin*> plugins = mostRequiredFirst(configuration);
    const auto firstThat = [&](const auto& fails) -> std::optional<Refusal> {
        for (const svc_plugin* plugin : plugins) {
            const std::string& id = plugin->declaration.id;
            try {
                fails(*plugin);
            } catch (const std::runtime_error& error) {
                return Refusal{id, "plugin " + id + ": " + error.what()};
            }
        }
        return std::nullopt;
    };
    Catalogue installed = own;
    addInstalled(installed);
    // Plugins that are wrong by themselves come first: a plugin that is refused anyway must not displace
    // another one.
    const auto isScope = [&installed](std::string_view scope) {
        return installed.scope(scope) != nullptr || installed.absentOwner(scope) != nullptr;
    };
    if (auto wrong = firstThat([&](const svc_plugin& plugin) {
            checkScopes(*plugin.contract, isScope);
            checkConsoleScopes(plugin.declaration, isScope);
        })) {
        return wrong;
    }
    ConsoleSurface console;
    return firstThat([&](const svc_plugin& plugin) {
        bind(plugin, catalogue);
        surface.add(*plugin.contract);
        console.add(plugin.declaration);
    });
}

void PluginSet::refuseClashes(const Catalogue& own, const std::vector<const openapi::Contract*>& ownContracts,
                              const config::Config& configuration) {
    while (const auto clash = firstClash(own, ownContracts, configuration)) {
        refuse(clash->id, clash->reason, configuration);
    }
}

} // namespace svc::host::plugin
