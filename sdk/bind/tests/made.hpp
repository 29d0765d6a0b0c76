#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "contracts.hpp"
#include "plugin_reader.hpp"
#include "writer.hpp"

namespace svc::bindgen {

inline const std::filesystem::path Folder = std::filesystem::path(SVC_SOURCE_TREE) / "sdk/bind/tests";

inline std::string fileText(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// The error messages for a plugin.yaml and an openapi.yaml with the given lines.
inline std::string mistakesOf(const std::string& manifest, const std::string& api = "paths: {}\n") {
    Mistakes mistakes;
    Contracts contracts({Folder / "contracts"}, mistakes);
    const auto first = parseYaml(manifest, "plugin.yaml", mistakes);
    const auto second = parseYaml(api, "openapi.yaml", mistakes);
    if (first && second) {
        readPlugin(*first, *second, contracts, mistakes);
    }
    return mistakes.text();
}

/// The generated headers and source for a plugin with the given lines.
inline std::string madeOf(const std::string& manifest, const std::string& api) {
    Mistakes mistakes;
    Contracts contracts({Folder / "contracts"}, mistakes);
    const Plugin plugin = readPlugin(parseYaml(manifest, "plugin.yaml", mistakes).value(),
                                     parseYaml(api, "openapi.yaml", mistakes).value(), contracts, mistakes);
    EXPECT_EQ(mistakes.text(), "");
    return recordsText(plugin) + headerText(plugin) + sourceText(plugin);
}

inline const std::string Identity = "id: shop\nversion: 1.0.0\n";

} // namespace svc::bindgen
