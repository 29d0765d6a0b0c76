#include "host/plugin/plugin_set.hpp"

#include <algorithm>

#include <svc/text.hpp>

#include "host/abi/call.hpp"
#include "host/log/log.hpp"
#include "host/plugin/inside.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/requirements.hpp"
#include "host/plugin/start_mark.hpp"

namespace svc::host::plugin {
namespace {

namespace fs = std::filesystem;

constexpr const char* DeclarationFile = "plugin.yaml";

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += text.empty() ? name : ", " + name;
    }
    return text;
}

/// Compares declared and registered names, and adds each name that one side lacks to `differences`.
void compare(const char* what, std::vector<std::string> declared, const svc_plugin::Bindings& bound,
             std::vector<std::string>& differences) {
    for (const std::string& name : declared) {
        if (bound.find(name) == bound.end()) {
            differences.push_back(std::string(what) + ' ' + name + " is declared but has no code");
        }
    }
    for (const auto& [name, binding] : bound) {
        if (std::find(declared.begin(), declared.end(), name) == declared.end()) {
            differences.push_back(std::string(what) + ' ' + name + " has code but is not declared");
        }
    }
}

template <typename Entries, typename Name>
std::vector<std::string> names(const Entries& entries, Name name) {
    std::vector<std::string> result;
    for (const auto& entry : entries) {
        result.push_back(name(entry));
    }
    return result;
}

void compareRegistrations(const svc_plugin& plugin) {
    const Declaration& declared = plugin.declaration;
    std::vector<std::string> differences;
    compare("operation", operationIds(plugin.contract->document()), plugin.routes, differences);
    compare("command", declared.providedCommands, plugin.commands, differences);
    compare("hook", names(declared.hooks, [](const auto& hook) { return hook.handler; }), plugin.hooks,
            differences);
    compare("subscriber", names(declared.subscribers, [](const auto& entry) { return entry.name; }),
            plugin.subscribers, differences);
    compare("job", names(declared.jobs, [](const auto& job) { return job.name; }), plugin.jobs, differences);
    if (!differences.empty()) {
        throw Refused("plugin " + declared.id +
                      ": its library and its plugin.yaml and openapi.yaml disagree: " + joined(differences));
    }
}

void checkIdentity(const svc_plugin& plugin, const svc_manifest& manifest) {
    const Declaration& declared = plugin.declaration;
    const auto differs = [&](const char* field, svc_bytes inLibrary, const std::string& inFile) {
        const std::string value(inLibrary.data, inLibrary.size);
        if (value != inFile) {
            throw Refused("plugin " + declared.id + ": its library says " + field + ' ' + value +
                          ", its plugin.yaml says " + inFile + ": build and install both together");
        }
    };
    differs("id", manifest.id, declared.id);
    differs("version", manifest.version, declared.version);
    if (static_cast<int>(manifest.min_minor) != declared.sdkMinor) {
        throw Refused("plugin " + declared.id + ": its library needs SDK 1." +
                      std::to_string(manifest.min_minor) + ", its plugin.yaml says 1." +
                      std::to_string(declared.sdkMinor));
    }
}

/// The openapi.yaml of a plugin; nothing when it has none.
std::optional<config::YamlDocument> contractFile(const fs::path& contract) {
    std::error_code ignored;
    return fs::exists(contract, ignored) ? std::optional(config::YamlDocument::read(contract)) : std::nullopt;
}

/// Without a file: a contract without operations.
Json contentOf(const std::optional<config::YamlDocument>& contract) {
    return contract ? contract->root().toJson()
                    : Json::object({{"openapi", "3.1.0"}, {"paths", Json::object()}});
}

/// The line of the value to which the keys lead, as far as they are there.
int lineOf(const config::YamlNode& root, const std::vector<std::string>& keys) {
    const config::YamlNode* node = &root;
    int line = root.line();
    for (const std::string& key : keys) {
        if (const config::YamlNode::Member* member = node->member(key)) {
            node = &member->value;
            line = member->line;
        } else if (const auto index = parseInt64(key);
                   node->isList() && index && static_cast<std::size_t>(*index) < node->items().size()) {
            node = &node->items()[static_cast<std::size_t>(*index)];
            line = node->line();
        } else {
            break;
        }
    }
    return line;
}

} // namespace

Json readContract(const fs::path& contract) {
    return contentOf(contractFile(contract));
}

std::vector<std::string> operationIds(const Json& contract) {
    std::vector<std::string> ids;
    for (const auto& path : contract["paths"].members()) {
        for (const auto& operation : path.value.members()) {
            if (operation.value.isObject() && operation.value.contains("operationId")) {
                ids.push_back(operation.value["operationId"].text());
            }
        }
    }
    return ids;
}

openapi::Contract contractOf(const Declaration& declaration) {
    const std::string plugin = "plugin " + declaration.id + ": ";
    try {
        const std::optional<config::YamlDocument> file = contractFile(declaration.contract);
        openapi::Contract contract = openapi::Contract::parse(
            declaration.id, contentOf(file),
            [&file](const std::vector<std::string>& keys) { return file ? lineOf(file->root(), keys) : 0; });
        std::string missing;
        for (const EventType& type : declaration.events) {
            if (!type.schema.empty() && contract.schema(type.schema) == nullptr) {
                missing += (missing.empty() ? "" : "\n") + ("the schema " + type.schema + " of the event " +
                                                            type.type + " is not in its openapi.yaml");
            }
        }
        if (!missing.empty()) {
            throw Refused(missing);
        }
        checkConsoleOperations(declaration, contract);
        return contract;
    } catch (const std::runtime_error& error) {
        throw Refused(plugin + error.what());
    }
}

PluginSet PluginSet::discover(const std::vector<fs::path>& folders, Check check) {
    PluginSet set;
    set.check_ = std::move(check);
    for (const fs::path& folder : folders) {
        std::error_code ignored;
        if (fs::exists(folder / DeclarationFile, ignored)) {
            set.add(folder);
            continue;
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
            if (fs::exists(entry.path() / DeclarationFile, ignored)) {
                set.add(entry.path());
            }
        }
    }
    return set;
}

void PluginSet::add(const fs::path& folder) {
    try {
        Declaration declaration = readDeclaration(folder);
        const std::string id = declaration.id;
        const auto [place, added] = found_.emplace(id, std::move(declaration));
        if (!added) {
            notices_.push_back({id, folder.string() + " is a second plugin " + id + "; used is " +
                                        place->second.folder.string()});
        }
    } catch (const config::ConfigError& error) {
        notices_.push_back({folder.filename().string(), error.what()});
    }
}

/// Throws Refused when the library must not be loaded.
void PluginSet::checkLibrary(const Declaration& declaration) const {
    if (declaration.sdkMajor != SVC_ABI_MAJOR || declaration.sdkMinor > SVC_ABI_MINOR) {
        throw Refused("plugin " + declaration.id + " needs SDK " + std::to_string(declaration.sdkMajor) +
                      '.' + std::to_string(declaration.sdkMinor) + ", this host offers SDK " +
                      std::to_string(SVC_ABI_MAJOR) + '.' + std::to_string(SVC_ABI_MINOR) +
                      ": upgrade svc-host, or install a version of the plugin for this SDK");
    }
    checkOwnership(declaration.folder);
    if (check_) {
        check_(declaration);
    }
}

/// What is wrong with the files of a plugin, looked at one by one, with a line for each; empty when it can be
/// loaded. The library is opened in a process of its own.
std::string PluginSet::wrongFiles(const Declaration& declaration) const {
    std::string reasons;
    const auto check = [&reasons](const auto& look) {
        try {
            look();
        } catch (const Refused& error) {
            reasons += (reasons.empty() ? "" : "\n") + std::string(error.what());
        }
    };
    check([&] { contractOf(declaration); });
    check([&] {
        checkLibrary(declaration);
        if (findInside(declaration.id) == nullptr) {
            probeLibraries(ownExecutable(), {declaration.library});
        }
    });
    return reasons;
}

std::vector<Refusal> PluginSet::unusable(const config::Config& configuration) const {
    std::vector<Refusal> refusals;
    for (const auto& [id, declaration] : enabled(configuration)) {
        if (const std::string wrong = wrongFiles(*declaration); !wrong.empty()) {
            refusals.push_back({id, wrong});
        }
    }
    return refusals;
}

/// Can the libraries of all plugins be loaded? One child process checks them all, instead of one for each.
bool PluginSet::allOpen() const {
    std::vector<std::filesystem::path> libraries;
    try {
        for (const auto& plugin : plugins_) {
            checkLibrary(plugin->declaration);
            if (findInside(plugin->declaration.id) == nullptr) {
                libraries.push_back(plugin->declaration.library);
            }
        }
        if (!libraries.empty()) {
            probeLibraries(ownExecutable(), libraries);
        }
        return true;
    } catch (const Refused&) {
        // Each library is then probed alone, which shows the one that fails and why.
        return false;
    }
}

void PluginSet::loadOne(svc_plugin& plugin) {
    const Declaration& declaration = plugin.declaration;
    plugin.contract = contractOf(declaration);
    const OpenedLibrary library = openCode(declaration.id, declaration.library);
    checkIdentity(plugin, *library.manifest);
    for (const std::string& table : declaration.experimental) {
        log::warning({}, "plugin " + declaration.id + " uses the experimental table " + table +
                             ", which may change or be gone in another version of the host");
    }
    plugin.starting = true;
    int32_t started = SVC_FAILED;
    {
        const StartMark mark(declaration.id);
        started = library.start(&abi::hostTable(), &plugin);
    }
    plugin.starting = false;
    if (started == SVC_OK) {
        plugin.stop = library.stop;
    }
    if (!plugin.registrationError.empty()) {
        throw Refused("plugin " + declaration.id + " refused: " + plugin.registrationError);
    }
    if (started != SVC_OK) {
        throw Refused("plugin " + declaration.id + " refused to start: " +
                      (plugin.refusal.empty() ? "it gave no reason" : plugin.refusal));
    }
    compareRegistrations(plugin);
}

void PluginSet::load(const config::Config& configuration) {
    const bool opened = plugins_.size() > 1 && allOpen();
    for (auto& plugin : plugins_) {
        try {
            checkStillThere(plugin->declaration, refusedOnes_, found_);
            if (const std::string wrong = opened ? "" : wrongFiles(plugin->declaration); !wrong.empty()) {
                throw Refused(wrong);
            }
            loadOne(*plugin);
        } catch (const std::runtime_error& error) {
            refuse(plugin, error.what(), configuration);
        }
    }
    refuseDependents(configuration);
}

void PluginSet::refuse(const std::string& id, const std::string& reason,
                       const config::Config& configuration) {
    for (auto& plugin : plugins_) {
        if (plugin != nullptr && plugin->declaration.id == id) {
            refuse(plugin, reason, configuration);
        }
    }
    refuseDependents(configuration);
}

void PluginSet::refuse(std::unique_ptr<svc_plugin>& plugin, const std::string& reason,
                       const config::Config& configuration) {
    const std::string id = plugin->declaration.id;
    if (configuration.plugins.find(id)->required) {
        throw Refused(reason);
    }
    if (plugin->stop != nullptr) {
        plugin->stop();
        plugin->stop = nullptr;
    }
    refusedOnes_.emplace(id, reason);
    refusals_.push_back({id, reason});
    // Its registrations may refer to code that stays loaded; they are never called, because the plugin is not
    // in the set.
    static auto* keptForEver = new std::vector<std::unique_ptr<svc_plugin>>();
    keptForEver->push_back(std::move(plugin));
}

/// Repeats until nothing changes, because the provider of a command may come after its caller.
void PluginSet::refuseDependents(const config::Config& configuration) {
    for (std::size_t known = refusedOnes_.size() + 1; known != refusedOnes_.size();) {
        known = refusedOnes_.size();
        for (auto& plugin : plugins_) {
            try {
                if (plugin != nullptr) {
                    checkStillThere(plugin->declaration, refusedOnes_, found_);
                }
            } catch (const Refused& error) {
                refuse(plugin, error.what(), configuration);
            }
        }
    }
    plugins_.erase(std::remove(plugins_.begin(), plugins_.end(), nullptr), plugins_.end());
}

std::optional<std::string> PluginSet::whyNotOpened(const Declaration& declaration) const {
    try {
        checkLibrary(declaration);
        contractOf(declaration);
        return std::nullopt;
    } catch (const Refused& error) {
        return error.what();
    }
}

void PluginSet::stop() noexcept {
    for (auto plugin = plugins_.rbegin(); plugin != plugins_.rend(); ++plugin) {
        if ((*plugin)->stop != nullptr) {
            (*plugin)->stop();
            (*plugin)->stop = nullptr;
        }
    }
}

std::vector<db::MigrationSet> PluginSet::migrations() const {
    std::vector<db::MigrationSet> sets;
    for (const auto& plugin : plugins_) {
        std::error_code ignored;
        if (fs::is_directory(plugin->declaration.migrations, ignored)) {
            sets.push_back(
                {plugin->declaration.id, plugin->declaration.schema(), plugin->declaration.migrations});
        }
    }
    return sets;
}

std::vector<db::PluginRights> PluginSet::rights() const {
    std::vector<db::PluginRights> rights;
    for (const auto& plugin : plugins_) {
        rights.push_back({plugin->role, plugin->declaration.schema(), plugin->declaration.readSchemas()});
    }
    return rights;
}

std::vector<ListDeclaration> PluginSet::lists() const {
    std::vector<ListDeclaration> lists;
    for (const auto& plugin : plugins_) {
        lists.insert(lists.end(), plugin->declaration.lists.begin(), plugin->declaration.lists.end());
    }
    return lists;
}

const Declaration& PluginSet::ownerOf(const ListDeclaration& list) const {
    const std::string schema = list.name.substr(0, list.name.find('.'));
    const auto found = std::find_if(plugins_.begin(), plugins_.end(), [&](const auto& plugin) {
        return plugin->declaration.schema() == schema;
    });
    if (found == plugins_.end()) {
        throw std::logic_error("nobody declares the list " + list.name);
    }
    return (*found)->declaration;
}

} // namespace svc::host::plugin
