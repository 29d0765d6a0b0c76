/// @file The folder of installed packages:
///
///     <store>/<id>/<version>/   files of a package, with its MANIFEST and MANIFEST.sig; never changed
///     <store>/<id>/current      relative link to the version in use
///     <store>/.staging/         packages that are being read; emptied at the start of each command
///     <store>/.highest          id, highest version ever installed, SHA-256 of its MANIFEST
///
/// The service only reads it; commands that change it hold its lock.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "host/package/archive.hpp"
#include "host/package/folder_writer.hpp"
#include "host/package/manifest.hpp"
#include "host/package/trust.hpp"

namespace svc::host::package {

struct HighestVersion {
    std::string version;
    std::string manifestDigest;
};

class Store {
public:
    /// `owner`: the user who must own the store besides root, usually the owner of the program.
    Store(std::filesystem::path folder, uid_t owner) : folder_(std::move(folder)), owner_(owner) {}

    const std::filesystem::path& folder() const noexcept { return folder_; }

    /// Throws PackageRefused (`store-not-safe`) when someone else may write to the store, or a link is in the
    /// way. A store that is not there is safe.
    void checkSafe() const;

    /// Ids of installed plugins, sorted.
    std::vector<std::string> ids() const;
    /// Versions of a plugin, the lowest first.
    std::vector<std::string> versions(const std::string& id) const;
    /// The version in use; nothing when none is.
    std::optional<std::string> current(const std::string& id) const;
    std::filesystem::path folderOf(const std::string& id, const std::string& version) const;
    std::optional<HighestVersion> highest(const std::string& id) const;

    /// What of an installed version differs from its signed list: `modified: x`, `unexpected file: x`,
    /// `missing file: x`, or the code of a refusal by `trust`. Empty when all is as it was installed.
    std::vector<std::string> differences(const std::string& id, const std::string& version,
                                         const Trust& trust) const;

private:
    friend class StoreChange;
    std::map<std::string, HighestVersion> allHighest() const;

    std::filesystem::path folder_;
    uid_t owner_;
};

/// Holds the lock of the store while it changes. Throws PackageRefused when another command holds it
/// (`store-busy`), or `store-not-safe`.
class StoreChange {
public:
    explicit StoreChange(const Store& store);

    /// An empty folder in .staging for the files of a package.
    std::filesystem::path stage();
    /// Flushes a staged package and makes it a version of the plugin, in place of the same one that is not in
    /// use.
    void adopt(const std::filesystem::path& staged, const Manifest& manifest, const Sealed& sealed);
    /// Makes a version the one in use.
    void link(const std::string& id, const std::string& version);
    void removeVersion(const std::string& id, const std::string& version);
    /// Removes all versions; the highest one is still remembered.
    void remove(const std::string& id);

private:
    const Store& store_;
    Descriptor lock_;
};

} // namespace svc::host::package
