/// @file MANIFEST of a package: the list that is signed, from which every byte of the archive follows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::package {

struct PackedFile {
    std::string path; ///< relative to the plugin's folder
    bool executable = false;
    std::uint64_t size = 0; ///< bytes
    std::string sha256;     ///< 64 lower-case hexadecimal digits
};

struct Manifest {
    std::string id;
    std::string version; ///< MAJOR.MINOR.PATCH
    std::string kind;    ///< module, regime or connector
    int sdkMajor = 1;    ///< lowest SDK that the plugin needs
    int sdkMinor = 0;
    std::string arch; ///< of the library, amd64-linux-gnu, or `any` without one
    std::string publisher;
    std::string created;           ///< YYYY-MM-DDThh:mm:ssZ
    std::vector<PackedFile> files; ///< by path, in the order of bytes
};

/// Limits of a package; files and sizes in bytes.
struct Limits {
    static constexpr std::uint64_t Manifest = std::uint64_t{1} << 20U;
    static constexpr std::uint64_t Signature = 1024;
    static constexpr std::uint64_t File = std::uint64_t{128} << 20U;
    static constexpr std::uint64_t Package = std::uint64_t{256} << 20U; ///< all files together
    static constexpr std::size_t Files = 2000;
};

/// The archive's name for the plugin of this manifest: <id>-<version>.svcplugin.
std::string fileNameOf(const Manifest& manifest);

std::string toText(const Manifest& manifest);

/// The only reading of a text: toText() of the result is the same text. Throws PackageRefused
/// (`format-unknown`, `manifest-syntax`, `path-refused`, `order-or-duplicate`, `file-is-directory`, or a
/// limit).
Manifest parseManifest(std::string_view text);

/// May a package hold a file with this path? Parts are separated by `/`, have letters of A-Za-z0-9._+-, and
/// do not begin with a dot.
bool isPackedPath(std::string_view path);

/// module, regime or connector.
bool isPluginKind(std::string_view text);

/// The text with each byte outside of printable ASCII as \xNN, for messages.
std::string printable(std::string_view text);

/// Compares versions MAJOR.MINOR.PATCH by their numbers: negative when `a` is the lower one.
int compareVersions(std::string_view a, std::string_view b);

} // namespace svc::host::package
