#pragma once

#include <string>
#include <string_view>

#include <svc/json.hpp>

namespace svc::console {

/// What the manifest says besides the contributions.
struct ManifestFacts {
    std::string title;
    std::string build;      ///< of the application
    bool extensions = true; ///< false: without the entries that need a script of a plugin
};

/// Address of a file of a plugin; `digest` is that of all its files.
std::string extensionPath(std::string_view plugin, std::string_view digest, std::string_view file);

/// The manifest of the console, from what host.contributions tells.
Json manifestOf(const Json& contributions, const ManifestFacts& facts);

} // namespace svc::console
