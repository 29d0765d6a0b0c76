/// @file The plugins whose commands and events a plugin may name.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "yaml.hpp"

namespace svc::bindgen {

/// What another plugin, or the host, declares.
struct Contract {
    std::filesystem::path folder;
    std::string id;
    Yaml manifest;
};

/// Finds contracts in folders that each hold folders of plugins. The host's is one of them: `host.yaml`.
class Contracts {
public:
    Contracts(std::vector<std::filesystem::path> folders, Mistakes& mistakes)
        : folders_(std::move(folders)), mistakes_(mistakes) {}

    /// The plugin that provides a command, and the command as it is declared.
    std::optional<std::pair<const Contract*, Yaml>> provider(const std::string& command);
    /// Events of others that name `plugin` among their `emitters`.
    std::vector<std::pair<const Contract*, Yaml>> eventsEmittedBy(const std::string& plugin);
    /// The openapi.yaml of a contract; read when it is asked for.
    const Yaml* api(const Contract& contract);
    /// All files that have been read so far.
    const std::vector<std::filesystem::path>& files() const noexcept { return files_; }
    std::string folderNames() const;

private:
    void load();

    std::vector<std::filesystem::path> folders_;
    Mistakes& mistakes_;
    bool loaded_ = false;
    std::vector<Contract> contracts_;
    std::vector<std::pair<std::string, Yaml>> apis_;
    std::vector<std::filesystem::path> files_;
};

} // namespace svc::bindgen
