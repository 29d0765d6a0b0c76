#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/config/config.hpp"
#include "host/config/yaml_document.hpp"
#include "host/core/catalogue.hpp"
#include "host/db/migrator.hpp"
#include "host/db/plugin_rights.hpp"
#include "host/http/pipeline/exchange.hpp"
#include "host/plugin/plugin.hpp"

namespace svc::host::plugin {

/// A plugin that is not used, and why.
struct Refusal {
    std::string id;
    std::string reason;
};

/// The plugins of this installation: discovered, checked, loaded in the order of their requirements, and
/// registered in the catalogue. Read-only after the start of the host.
class PluginSet {
public:
    /// Throws Refused when a plugin must not be opened.
    using Check = std::function<void(const Declaration& declaration)>;

    /// Reads the declaration of every plugin in `folders`, each a plugin's own folder or one of several
    /// plugins. A folder whose files are wrong becomes a refusal. `check` looks at a plugin before its
    /// library is opened.
    static PluginSet discover(const std::vector<std::filesystem::path>& folders, Check check = {});

    /// What the configuration says wrongly about plugins: unknown ones, wrong settings, requirements that are
    /// not met.
    std::vector<config::Mistake> mistakes(const config::Config& configuration) const;
    /// Enabled plugins that load() would leave out because of their files: each is looked at by itself, and
    /// its library is opened in a process of its own. For configurations whose mistakes() keep select() from
    /// its work.
    std::vector<Refusal> unusable(const config::Config& configuration) const;

    /// Keeps the plugins that the configuration enables, in the order of their requirements. Throws
    /// config::ConfigError with all mistakes().
    void select(const config::Config& configuration);

    /// Opens, starts and compares each selected plugin (sdk-abi rule 7). A refused plugin, and those that
    /// require it, are left out; throws Refused when one of them is marked `required: true`.
    void load(const config::Config& configuration);

    /// Removes a loaded plugin whose schema could not be migrated, and those that require it. Throws Refused
    /// when one of them is marked `required: true`. To be called before bind().
    void refuse(const std::string& id, const std::string& reason, const config::Config& configuration);
    /// Removes each loaded plugin that conflicts with another one or the host, or whose operations need a
    /// scope that nobody declares. Of two plugins that conflict, the one that more plugins require stays,
    /// among equals one that is `required`, then one that is not from a folder of the configuration. `own`
    /// and `ownContracts`: what the host declares. Throws Refused as load() does.
    void refuseClashes(const Catalogue& own, const std::vector<const openapi::Contract*>& ownContracts,
                       const config::Config& configuration);
    /// Why load() would refuse a plugin by its files alone; nothing when it would not.
    std::optional<std::string> whyNotOpened(const Declaration& declaration) const;

    /// Adds all declarations of the loaded plugins to the catalogue, and connects commands and hooks to their
    /// code.
    void bind(Catalogue& catalogue) const;

    /// The handlers of a plugin's routes, by operationId.
    std::map<std::string, http::Handler> handlers(const svc_plugin& plugin) const;

    /// Stops all plugins in the reverse order of their start. Their libraries stay loaded.
    void stop() noexcept;

    const std::map<std::string, Declaration>& found() const { return found_; }
    const std::vector<std::unique_ptr<svc_plugin>>& loaded() const { return plugins_; }
    const std::vector<Refusal>& refusals() const { return refusals_; }
    /// Folders that are not used: their files are wrong, or another folder has the same plugin.
    const std::vector<Refusal>& notices() const { return notices_; }
    /// Migrations of the selected plugins, requirements first.
    std::vector<db::MigrationSet> migrations() const;
    /// What the roles of the selected plugins may do in the database.
    std::vector<db::PluginRights> rights() const;
    /// Lists that the selected plugins declare.
    std::vector<ListDeclaration> lists() const;
    /// The selected plugin that declares a list of lists().
    const Declaration& ownerOf(const ListDeclaration& list) const;

private:
    /// The declarations of the enabled plugins that were found.
    std::map<std::string, const Declaration*> enabled(const config::Config& configuration) const;
    /// The mistake of an enabled plugin that was not found.
    config::Mistake unknown(const config::PluginBlock& block, const std::string& file) const;
    void bind(const svc_plugin& plugin, Catalogue& catalogue) const;
    std::optional<Refusal> firstClash(const Catalogue& own,
                                      const std::vector<const openapi::Contract*>& ownContracts,
                                      const config::Config& configuration) const;
    std::vector<const svc_plugin*> mostRequiredFirst(const config::Config& configuration) const;
    void addInstalled(Catalogue& catalogue) const;
    void add(const std::filesystem::path& folder);
    void checkLibrary(const Declaration& declaration) const;
    std::string wrongFiles(const Declaration& declaration) const;
    bool allOpen() const;
    static void loadOne(svc_plugin& plugin);
    void refuse(std::unique_ptr<svc_plugin>& plugin, const std::string& reason,
                const config::Config& configuration);
    void refuseDependents(const config::Config& configuration);

    Check check_;
    std::map<std::string, Declaration> found_;
    std::vector<std::unique_ptr<svc_plugin>> plugins_;
    std::vector<Refusal> refusals_;
    std::vector<Refusal> notices_;
    std::map<std::string, std::string> refusedOnes_; ///< selected plugins that were refused, with the reason
};

/// openapi.yaml of a plugin; a plugin without routes need not have one. Throws config::ConfigError when the
/// file cannot be read.
Json readContract(const std::filesystem::path& contract);

/// The contract of a plugin, with the schemas that its plugin.yaml names. Throws Refused.
openapi::Contract contractOf(const Declaration& declaration);

/// The operationIds of a contract.
std::vector<std::string> operationIds(const Json& contract);

} // namespace svc::host::plugin
