/// @file The file of a package, <id>-<version>.svcplugin: an uncompressed ustar archive whose every byte
/// follows from its MANIFEST. There is no parser of archives: each header is built anew from the signed list
/// and compared, so that links, devices, other paths or other members cannot be expressed.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "host/package/manifest.hpp"

namespace svc::host::package {

inline constexpr const char* ManifestName = "MANIFEST";
inline constexpr const char* SignatureName = "MANIFEST.sig";

/// What a package holds before its files.
struct Sealed {
    std::string manifest;  ///< the bytes that are signed
    std::string signature; ///< MANIFEST.sig
};

/// Takes the bytes of the files, one after the other.
class FileSink {
public:
    virtual ~FileSink() = default;
    virtual void begin(const PackedFile& file) = 0;
    virtual void add(std::string_view bytes) = 0;
    /// The file is whole and has the digest of the manifest.
    virtual void end() = 0;
};

/// Decides whether a signed list may be used, before anything of it is interpreted, and reads it.
using Admission = std::function<Manifest(const Sealed& sealed)>;

/// Reads a package from its first to its last byte. Throws PackageRefused for each byte that is not the one
/// expected, whatever `admission` throws, and std::runtime_error when the file cannot be read.
Manifest readPackage(const std::filesystem::path& file, const Admission& admission, FileSink& sink);

/// The first two members alone.
Sealed readSealed(const std::filesystem::path& file);

/// Writes a package to a new file: `content` gives the bytes of each file of the manifest. Throws
/// std::runtime_error when the file exists or cannot be written.
void writePackage(const std::filesystem::path& file, const Manifest& manifest, const Sealed& sealed,
                  const std::function<std::string(const PackedFile&)>& content);

} // namespace svc::host::package
