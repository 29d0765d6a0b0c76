#include "host/plugin/requirements.hpp"

#include <algorithm>
#include <set>

#include "host/core/host_commands.hpp"

namespace svc::host::plugin {
namespace {

/// Topological order by requirements (depth-first); visiting a node in progress again is a cycle.
class Order {
public:
    explicit Order(const EnabledPlugins& enabled) : enabled_(enabled) {}

    std::vector<const Declaration*> sorted() {
        for (const auto& [id, declaration] : enabled_) {
            visit(*declaration);
        }
        return result_;
    }

private:
    void visit(const Declaration& declaration) {
        if (done_.count(declaration.id) != 0) {
            return;
        }
        if (!open_.insert(declaration.id).second) {
            throw Cycle(declaration.id);
        }
        for (const std::string& id : declaration.requiredPlugins) {
            visit(*enabled_.at(id));
        }
        for (const auto& [command, used] : declaration.usedCommands) {
            for (const auto& [id, other] : enabled_) {
                const auto& provided = other->providedCommands;
                const bool offers = std::find(provided.begin(), provided.end(), command) != provided.end();
                if (offers && !waits(*other)) {
                    visit(*other);
                }
            }
        }
        open_.erase(declaration.id);
        done_.insert(declaration.id);
        result_.push_back(&declaration);
    }

    /// Is it, or something that it requires, being visited?
    bool waits(const Declaration& declaration) const {
        return open_.count(declaration.id) != 0 ||
               std::any_of(declaration.requiredPlugins.begin(), declaration.requiredPlugins.end(),
                           [&](const std::string& id) { return waits(*enabled_.at(id)); });
    }

    const EnabledPlugins& enabled_;
    std::set<std::string> open_;
    std::set<std::string> done_;
    std::vector<const Declaration*> result_;
};

/// The plugin that offers a command: the one that declares it, else the one of its name.
std::string ownerOf(const std::string& command, const std::map<std::string, Declaration>& found) {
    for (const auto& [id, declaration] : found) {
        const auto& provided = declaration.providedCommands;
        if (std::find(provided.begin(), provided.end(), command) != provided.end()) {
            return id;
        }
    }
    return command.substr(0, command.find('.'));
}

} // namespace

Cycle::Cycle(const std::string& id)
    : Refused("plugin " + id + " requires itself through its requirements"), id_(id) {}

std::vector<const Declaration*> inOrder(const EnabledPlugins& enabled) {
    return Order(enabled).sorted();
}

std::vector<config::Mistake> missingRequirements(const EnabledPlugins& enabled,
                                                 const std::map<std::string, Declaration>& found,
                                                 const config::Config& configuration) {
    std::set<std::string> commands(HostCommands.begin(), HostCommands.end());
    for (const auto& [id, declaration] : enabled) {
        commands.insert(declaration->providedCommands.begin(), declaration->providedCommands.end());
    }
    std::vector<config::Mistake> mistakes;
    const auto missing = [&](const std::string& id, const std::string& what, const std::string& owner) {
        if (enabled.count(owner) == 0 && configuration.plugins.find(owner) != nullptr) {
            return;
        }
        mistakes.push_back({configuration.file.string(), configuration.plugins.find(id)->line,
                            "plugins.enabled." + id,
                            "plugin " + id + " requires " + what + ", which is not enabled",
                            '`' + owner + ": {}` under plugins.enabled, or no " + id});
    };
    for (const auto& [id, declaration] : enabled) {
        for (const std::string& wanted : declaration->requiredPlugins) {
            if (enabled.count(wanted) == 0) {
                missing(id, "plugin " + wanted, wanted);
            }
        }
        for (const auto& [name, used] : declaration->usedCommands) {
            if (!used.optional && commands.count(name) == 0) {
                const std::string owner = ownerOf(name, found);
                missing(id, "the command " + name + " of plugin " + owner, owner);
            }
        }
    }
    return mistakes;
}

void checkStillThere(const Declaration& declaration, const std::map<std::string, std::string>& refused,
                     const std::map<std::string, Declaration>& found) {
    const auto check = [&](const std::string& owner, const std::string& what) {
        if (const auto entry = refused.find(owner); entry != refused.end()) {
            throw Refused("plugin " + declaration.id + " requires " + what +
                          ", which was refused: " + entry->second);
        }
    };
    for (const std::string& wanted : declaration.requiredPlugins) {
        check(wanted, "plugin " + wanted);
    }
    for (const auto& [name, used] : declaration.usedCommands) {
        if (!used.optional) {
            const std::string owner = ownerOf(name, found);
            check(owner, "the command " + name + " of plugin " + owner);
        }
    }
}

} // namespace svc::host::plugin
