#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/config/yaml_document.hpp"

namespace svc::host::openapi {
class Contract;
}

namespace svc::host::plugin {

class DeclarationReader;
struct Declaration;

/// A file of the folder assets/ of a plugin, which the console gives to browsers.
struct ConsoleAsset {
    std::string name;
    std::string content;
};

/// `console` of plugin.yaml: what a plugin adds to the web console.
struct ConsoleBlock {
    std::optional<config::YamlNode> node;
    std::vector<ConsoleAsset> assets; ///< sorted by name
};

/// Reads the block and the assets, which are 200 KiB each at most; what is wrong with them by themselves is a
/// mistake of the reader.
void readConsole(DeclarationReader& reader, const config::YamlNode& root, Declaration& declaration);

/// Throws Refused for operations, filters and columns of the block that the contract of the plugin does not
/// have.
void checkConsoleOperations(const Declaration& declaration, const openapi::Contract& contract);

/// Throws Refused for scopes of the block that are not `known`.
void checkConsoleScopes(const Declaration& declaration, const std::function<bool(std::string_view)>& known);

/// The addresses and keys that the console and the plugins so far have taken.
class ConsoleSurface {
public:
    /// Throws Refused when a page or a key of the plugin is taken.
    void add(const Declaration& declaration);

private:
    std::map<std::string, std::string> taken_; ///< with the plugin that has it
};

/// What host.contributions tells of these plugins, in their order.
std::string contributionsText(const std::vector<const Declaration*>& plugins);

} // namespace svc::host::plugin
