/// @file The parts of plugin.yaml and openapi.yaml that the test kit uses. It supports a subset of YAML:
/// mappings of plain or quoted values, in block or flow style. The host uses a complete YAML parser.
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
    std::map<std::string, std::string> constraints; ///< error code by constraint name
    std::set<std::string> eventTypes;
    std::set<std::string> usedCommands;
    std::set<std::string> outsideCommands; ///< commands followed by `outside: true`
    std::set<std::string> outsideJobs;
    std::set<std::string> outsideOperations; ///< operationIds followed by `x-outside: true`
    std::set<std::string> laneJobs;          ///< jobs followed by `lane: true`
    /// Declared lists: one key per line, indented by four; longer texts and list elements follow below their
    /// key with deeper indentation.
    std::vector<ListDeclaration> lists;

    /// The file of a built plugin folder. Cached for the program: with sanitizers, parsing takes longer than
    /// many tests.
    static const PluginFile& of(const std::filesystem::path& folder);
};

} // namespace svc::testing::detail
