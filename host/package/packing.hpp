/// @file Makes and signs packages, at the publisher's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "host/package/manifest.hpp"
#include "host/package/signature.hpp"

namespace svc::host::package {

struct PackRequest {
    std::filesystem::path folder; ///< of the plugin, as svc_add_plugin lays it out
    std::filesystem::path target; ///< folder of the new file
    std::string publisher;
    std::int64_t created = 0; ///< seconds since 1970
};

struct Packed {
    std::filesystem::path file;
    Manifest manifest;
};

/// Packs a folder: the same folder gives the same file. Throws PackageRefused (`file-missing`,
/// `path-refused`, `not-a-file`, a limit), config::ConfigError for a wrong plugin.yaml, std::runtime_error.
Packed pack(const PackRequest& request, const Key& key);

/// Adds the signature of another key, and replaces one of the same key. Throws PackageRefused when the file
/// is no package or has four signatures.
void addSignature(const std::filesystem::path& file, const Key& key);

/// amd64-linux-gnu and the like: of an ELF library. Throws PackageRefused (`arch-unknown`).
std::string archOf(const std::filesystem::path& library);

/// Throws PackageRefused (`file-missing`) when a file is not there that every package holds. `library`: the
/// name of the plugin's library, empty when it is not known yet.
void requireFiles(const Manifest& manifest, const std::string& library);

} // namespace svc::host::package
