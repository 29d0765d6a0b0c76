/// @file What the test kit imitates of plugin.yaml and openapi.yaml. It knows enough of YAML for mappings of
/// plain or quoted values, in lines or in braces; the host reads the files completely.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <svc/list_declaration.hpp>

namespace svc::testing::detail {

struct PluginFile {
    std::string id;
    std::string schema;
    std::filesystem::path library;
    std::filesystem::path migrations;
    std::map<std::string, std::string> constraints; ///< codes by their names
    std::set<std::string> eventTypes;
    std::set<std::string> usedCommands;
    std::set<std::string> outsideCommands; ///< `outside: true` behind their name
    std::set<std::string> outsideJobs;
    std::set<std::string> outsideOperations; ///< `x-outside: true` behind their operationId
    std::set<std::string> laneJobs;          ///< `lane: true` behind their name
    /// A key a line, indented by four; longer texts and the items of a list stand below their key, indented
    /// further.
    std::vector<ListDeclaration> lists;

    /// Of a built folder. Read once in a program: with sanitizers that costs more than many tests.
    static const PluginFile& of(const std::filesystem::path& folder);
};

} // namespace svc::testing::detail
