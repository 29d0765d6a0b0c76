#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <svc/json.hpp>
#include <svc/list_declaration.hpp>

#include "host/core/catalogue.hpp"
#include "host/plugin/console_block.hpp"
#include "host/plugin/permissions.hpp"

namespace svc::host::plugin {

struct UsedCommand {
    std::string name;
    bool optional = false;
};

struct DeclaredHook {
    std::string event;
    std::string handler;
};

struct DeclaredSubscriber {
    std::string name;
    std::vector<std::string> events;
};

struct DeclaredJob {
    std::string name;
    std::string every;
    bool outside = false;
    bool lane = false;
    std::int64_t timeout = 60 * Instant::Second;
};

/// plugin.yaml: all that is known of a plugin before its library is opened.
struct Declaration {
    std::filesystem::path folder;
    std::string id;
    std::string version;
    std::string kind; ///< module, regime or connector
    int sdkMajor = 1;
    int sdkMinor = 0;
    Wording name;
    std::vector<std::string> requiredPlugins;
    std::vector<std::string> reads;        ///< plugins whose tables and views it may read
    std::vector<std::string> experimental; ///< tables that it may ask for (svc/abi/experimental.h)
    std::vector<std::string> providedCommands;
    std::set<std::string, std::less<>> outsideCommands; ///< those that run outside of a transaction
    std::map<std::string, UsedCommand, std::less<>> usedCommands;
    std::vector<Scope> scopes;
    std::vector<CompanySetting> companySettings;
    std::vector<EventType> events;
    std::vector<NumberKind> numbering;
    std::vector<RecordKind> records;
    std::map<std::string, ConstraintCode> constraints;
    std::vector<DeclaredHook> hooks;
    std::vector<DeclaredSubscriber> subscribers;
    std::vector<DeclaredJob> jobs;
    std::vector<ListDeclaration> lists;   ///< those that the host counts or whose words it keeps
    std::map<std::string, int> listLines; ///< of plugin.yaml, by the name of the list
    Lifecycle lifecycle;
    HttpPermissions http;
    ConsoleBlock console;
    Json settingsSchema;
    std::filesystem::path library;
    std::filesystem::path contract;   ///< openapi.yaml
    std::filesystem::path migrations; ///< folder; may be absent
    std::filesystem::path invariants; ///< folder; may be absent

    /// The PostgreSQL schema that the plugin owns: its id with '-' as '_'.
    std::string schema() const;
    /// The schemas of the plugins that it reads.
    std::vector<std::string> readSchemas() const;
    /// `FILE:LINE: lists.NAME: `, the start of a message about one of its lists.
    std::string placeOf(const ListDeclaration& list) const;
};

/// Reads `<folder>/plugin.yaml`. Throws config::ConfigError with file, line, key, found and expected.
Declaration readDeclaration(const std::filesystem::path& folder);

} // namespace svc::host::plugin
