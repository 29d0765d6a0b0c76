/// @file Test vectors of a regime: inputs with the results that its authority has published or another
/// program has computed. They are in the folder `vectors` beside plugin.yaml and are installed with the
/// plugin. `svc-host regimes check` runs them through the command `regime.<id>.check`;
/// svc/testing/vectors.hpp runs them in tests (docs/sdk/first-regime.md).
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <svc/json.hpp>

namespace svc {

/// One element of `vectors` in a file `{ "source", "vectors": [ { "name", "given", "expected" } ] }`.
struct Vector {
    std::string file; ///< file name without the folder
    std::string name;
    Json given;    ///< an object: the input of `regime.<id>.check`
    Json expected; ///< an object: each of its members is compared with that of the answer
};

/// Reads the vectors of every `*.json` of a folder, in the order of the file names; none when the folder does
/// not exist. Throws std::runtime_error with the name of a file that has another form, no vectors or no
/// source.
inline std::vector<Vector> readVectors(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(folder, absent)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<Vector> all;
    for (const std::filesystem::path& path : files) {
        const std::string file = path.filename().string();
        try {
            std::ifstream in(path, std::ios::binary);
            const Json content = Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
            if (content.textOr("source").empty() || content["vectors"].size() == 0) {
                throw std::runtime_error("it names no source or has no vector");
            }
            for (const Json& one : content["vectors"].items()) {
                if (!one["given"].isObject() || !one["expected"].isObject() ||
                    one["expected"].members().empty()) {
                    throw std::runtime_error("a vector has an object `given` and a filled one `expected`");
                }
                all.push_back({file, one["name"].text(), one["given"], one["expected"]});
            }
        } catch (const std::exception& error) {
            throw std::runtime_error("vectors/" + file + ": " + error.what());
        }
    }
    return all;
}

/// Describes the differences: `<member>: expected …, found …`; empty when there are none. Members that the
/// vector does not name are not compared.
inline std::string vectorMismatch(const Vector& vector, const Json& answer) {
    for (const Json::Member& member : vector.expected.members()) {
        const Json* found = answer.isObject() ? answer.find(member.name) : nullptr;
        if (found == nullptr || !(*found == member.value)) {
            return member.name + ": expected " + member.value.dump() + ", found " +
                   (found == nullptr ? std::string("nothing") : found->dump());
        }
    }
    return {};
}

} // namespace svc
