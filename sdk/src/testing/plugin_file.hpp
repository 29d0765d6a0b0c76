/// @file Reads from plugin.yaml what the test kit imitates. It knows enough of YAML for mappings of plain or
/// quoted values, in lines or in braces; the host reads the file completely.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <svc/list_declaration.hpp>

namespace svc::testing::detail {

class PluginFile {
public:
    explicit PluginFile(const std::filesystem::path& file);

    /// The one value of a key at the top.
    std::string value(const std::string& key) const;
    std::map<std::string, std::string> constraints() const;
    std::set<std::string> eventTypes() const;
    /// `lists:` with a key a line, indented by four; longer texts and the items of a list stand below their
    /// key, indented further.
    std::vector<ListDeclaration> lists(const std::string& schema) const;
    /// Commands (`commands`) or jobs (`jobs`) that say true to `flag`, which stands behind their name.
    std::set<std::string> flagged(const std::string& key, const std::string& flag) const;
    /// Operations of openapi.yaml with `x-outside: true`, which stands behind their operationId.
    static std::set<std::string> outsideOperations(const std::filesystem::path& contract);
    std::set<std::string> usedCommands() const;

private:
    std::string block(const std::string& key) const;

    std::map<std::string, std::string> blocks_;
    std::string key_;
};

} // namespace svc::testing::detail
