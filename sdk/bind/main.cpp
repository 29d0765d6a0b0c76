/// @file svc-bind: generates C++ from the declarations of a plugin.
///
///     svc-bind <folder of plugin.yaml and openapi.yaml> <output folder> [--contracts <folder of plugins>]…
///
/// Writes records.hpp, bindings.hpp, bindings.cpp and bindings.d (the list of input files, for the build
/// system). docs/sdk/bindings.md describes how each schema becomes a type.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "contracts.hpp"
#include "plugin_reader.hpp"
#include "writer.hpp"

namespace {

namespace fs = std::filesystem;
using namespace svc::bindgen;

/// A file whose text has not changed keeps its modification time, so that nothing is compiled again.
bool writeFile(const fs::path& path, const std::string& text) {
    std::ifstream old(path, std::ios::binary);
    std::ostringstream known;
    known << old.rdbuf();
    if (old && known.str() == text) {
        return true;
    }
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    return static_cast<bool>(out << text << std::flush);
}

int run(const fs::path& folder, const fs::path& out, const std::vector<fs::path>& contractFolders) {
    Mistakes mistakes;
    Contracts contracts(contractFolders, mistakes);
    const Plugin plugin = readPlugin(folder, contracts, mistakes);
    if (!mistakes.empty()) {
        std::cerr << mistakes.text();
        return 1;
    }
    std::string dependencies = (out / "bindings.stamp").string() + ':';
    std::vector<fs::path> files = contracts.files();
    files.push_back(folder / "plugin.yaml");
    for (const fs::path& file : files) {
        dependencies += " \\\n  " + file.string();
    }
    fs::create_directories(out);
    if (!writeFile(out / "records.hpp", recordsText(plugin)) ||
        !writeFile(out / "bindings.hpp", headerText(plugin)) ||
        !writeFile(out / "bindings.cpp", sourceText(plugin)) ||
        !writeFile(out / "bindings.d", dependencies + '\n')) {
        std::cerr << "svc-bind: " << out.string() << " cannot be written\n";
        return 1;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    std::vector<fs::path> paths;
    std::vector<fs::path> contracts;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--contracts" && i + 1 < arguments.size()) {
            contracts.emplace_back(arguments[++i]);
        } else {
            paths.emplace_back(arguments[i]);
        }
    }
    if (paths.size() != 2) {
        std::cerr << "usage: svc-bind <plugin folder> <output folder> [--contracts <folder of plugins>]…\n";
        return 2;
    }
    try {
        return run(paths[0], paths[1], contracts);
    } catch (const std::exception& error) {
        std::cerr << "svc-bind: " << error.what() << '\n';
        return 1;
    }
}
