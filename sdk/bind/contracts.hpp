/// @file The contracts (commands and events) of the plugins that a plugin may use.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "yaml.hpp"

namespace svc::bindgen {

/// What another plugin or the host declares.
struct Contract {
    std::filesystem::path folder;
    std::string id;
    Yaml manifest;
};

/// Finds contracts in folders that contain one folder per plugin. The host's contract is the file
/// `host.yaml`.
class Contracts {
public:
    Contracts(std::vector<std::filesystem::path> folders, Mistakes& mistakes)
        : folders_(std::move(folders)), mistakes_(mistakes) {}

    /// The contract of the plugin that provides a command, and the declaration of the command.
    std::optional<std::pair<const Contract*, Yaml>> provider(const std::string& command);
    /// The verb, under `commands.verbs`, that covers a command of a family, and the contract that declares
    /// it: `regime.*.send` covers `regime.florin.send`.
    std::optional<std::pair<const Contract*, Yaml>> verb(const std::string& command);
    /// Does a contract declare verbs of the family of this command?
    bool hasFamily(const std::string& command);
    /// Events of other plugins that name `plugin` under `emitters`.
    std::vector<std::pair<const Contract*, Yaml>> eventsEmittedBy(const std::string& plugin);
    /// The openapi.yaml of a contract; read at the first access.
    const Yaml* api(const Contract& contract);
    /// All files that have been read so far.
    const std::vector<std::filesystem::path>& files() const noexcept { return files_; }
    std::string folderNames() const;

private:
    void load();
    /// The first command in the list `provides` or `verbs` of a contract whose name passes the test.
    template <class Test>
    std::optional<std::pair<const Contract*, Yaml>> declared(const char* list, const Test& test);

    std::vector<std::filesystem::path> folders_;
    Mistakes& mistakes_;
    bool loaded_ = false;
    std::vector<Contract> contracts_;
    std::vector<std::pair<std::string, Yaml>> apis_;
    std::vector<std::filesystem::path> files_;
};

} // namespace svc::bindgen
