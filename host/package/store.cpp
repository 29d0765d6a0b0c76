#include "host/package/store.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "host/config/yaml_document.hpp"
#include "host/core/sha256.hpp"
#include "host/package/refusal.hpp"

namespace svc::host::package {
namespace {

namespace fs = std::filesystem;

constexpr const char* Current = "current";
constexpr const char* Staging = ".staging";
constexpr const char* Highest = ".highest";
constexpr const char* LockFile = ".lock";

/// Names of the folders in a folder that are no links and do not begin with a dot.
std::vector<std::string> foldersIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.front() != '.' && entry.symlink_status().type() == fs::file_type::directory) {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

[[noreturn]] void refuseUnsafe(const fs::path& path, const std::string& reason, const std::string& remedy) {
    throw PackageRefused("store-not-safe:" + path.string() + ':' + reason, remedy);
}

void checkSafe(const fs::path& path, uid_t owner) {
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0) {
        throw std::runtime_error(path.string() + ": " + std::strerror(errno));
    }
    if (S_ISLNK(info.st_mode)) {
        refuseUnsafe(path, "link", "replace the link by the folder itself.");
    }
    if (info.st_uid != 0 && info.st_uid != owner) {
        refuseUnsafe(path, "owner", "whoever owns the program must own it (chown root).");
    }
    if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        refuseUnsafe(path, "mode", "others may write to it; remove that right (chmod go-w).");
    }
}

/// The regular files of an installed version by their relative paths; links and the like end with `@`.
std::set<std::string> filesBelow(const fs::path& folder) {
    std::set<std::string> paths;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const fs::file_type type = entry.symlink_status().type();
        if (type != fs::file_type::directory) {
            paths.insert(entry.path().lexically_relative(folder).string() +
                         (type == fs::file_type::regular ? "" : "@"));
        }
    }
    paths.erase(ManifestName);
    paths.erase(SignatureName);
    return paths;
}

} // namespace

void Store::checkSafe() const {
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(folder_, ignored))) {
        return;
    }
    package::checkSafe(folder_, owner_);
    for (const std::string& id : ids()) {
        package::checkSafe(folder_ / id, owner_);
        for (const std::string& version : versions(id)) {
            package::checkSafe(folderOf(id, version), owner_);
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folderOf(id, version))) {
                package::checkSafe(entry.path(), owner_);
            }
        }
    }
}

std::vector<std::string> Store::ids() const {
    return foldersIn(folder_);
}

std::vector<std::string> Store::versions(const std::string& id) const {
    std::vector<std::string> versions = foldersIn(folder_ / id);
    std::sort(versions.begin(), versions.end(),
              [](const std::string& a, const std::string& b) { return compareVersions(a, b) < 0; });
    return versions;
}

std::optional<std::string> Store::current(const std::string& id) const {
    std::error_code error;
    const fs::path target = fs::read_symlink(folder_ / id / Current, error);
    const std::vector<std::string> known = versions(id);
    if (error || std::find(known.begin(), known.end(), target.string()) == known.end()) {
        return std::nullopt;
    }
    return target.string();
}

fs::path Store::folderOf(const std::string& id, const std::string& version) const {
    return folder_ / id / version;
}

std::map<std::string, HighestVersion> Store::allHighest() const {
    std::map<std::string, HighestVersion> all;
    std::ifstream stream(folder_ / Highest);
    std::string id;
    HighestVersion highest;
    while (stream >> id >> highest.version >> highest.manifestDigest) {
        all[id] = highest;
    }
    return all;
}

std::optional<HighestVersion> Store::highest(const std::string& id) const {
    const auto all = allHighest();
    const auto found = all.find(id);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Store::differences(const std::string& id, const std::string& version,
                                            const Trust& trust) const {
    const fs::path folder = folderOf(id, version);
    std::vector<std::string> found;
    std::set<std::string> unexpected = filesBelow(folder);
    try {
        const Sealed sealed{config::readFile(folder / ManifestName),
                            config::readFile(folder / SignatureName)};
        for (const PackedFile& file : trust.admit(sealed).manifest.files) {
            if (unexpected.erase(file.path) == 0) {
                found.push_back("missing file: " + file.path);
            } else if (sha256OfFile(folder / file.path) != file.sha256) {
                found.push_back("modified: " + file.path);
            }
        }
    } catch (const PackageRefused& error) {
        return {error.code()};
    } catch (const config::ConfigError& error) {
        return {error.what()};
    }
    for (const std::string& path : unexpected) {
        found.push_back("unexpected file: " + printable(path));
    }
    return found;
}

StoreChange::StoreChange(const Store& store) : store_(store), lock_(-1) {
    fs::create_directories(store.folder());
    store.checkSafe();
    lock_ = Descriptor(
        ::open((store.folder() / LockFile).c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (lock_.number() < 0) {
        throw std::runtime_error(store.folder().string() + ": " + std::strerror(errno));
    }
    if (::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0) {
        throw PackageRefused("store-busy", "another command changes the store; wait until it ends.",
                             PackageRefused::Kind::Conflict);
    }
    fs::remove_all(store.folder() / Staging);
}

fs::path StoreChange::stage() {
    const fs::path staging = store_.folder() / Staging;
    fs::create_directory(staging);
    fs::permissions(staging, fs::perms::owner_all);
    const fs::path staged = staging / "package";
    fs::create_directory(staged);
    fs::permissions(staged, static_cast<fs::perms>(0755));
    return staged;
}

void StoreChange::adopt(const fs::path& staged, const Manifest& manifest, const Sealed& sealed) {
    FolderWriter(staged).write(ManifestName, sealed.manifest);
    FolderWriter(staged).write(SignatureName, sealed.signature);
    flushFolders(staged);
    const fs::path folder = store_.folder() / manifest.id;
    fs::create_directories(folder);
    if (fs::exists(folder / manifest.version)) {
        removeVersion(manifest.id, manifest.version); // of a command that was ended before it was used
    }
    fs::rename(staged, folder / manifest.version);
    flushPath(folder);
    flushPath(store_.folder());

    auto all = store_.allHighest();
    HighestVersion& highest = all[manifest.id];
    if (highest.version.empty() || compareVersions(highest.version, manifest.version) < 0) {
        highest = {manifest.version, sha256Hex(sealed.manifest)};
        std::ostringstream text;
        for (const auto& [id, known] : all) {
            text << id << ' ' << known.version << ' ' << known.manifestDigest << '\n';
        }
        replaceFile(store_.folder() / Highest, text.str());
    }
}

void StoreChange::link(const std::string& id, const std::string& version) {
    const fs::path folder = store_.folder() / id;
    const fs::path fresh = folder / ".current.new";
    fs::remove(fresh);
    fs::create_directory_symlink(version, fresh);
    fs::rename(fresh, folder / Current);
    flushPath(folder);
}

void StoreChange::removeVersion(const std::string& id, const std::string& version) {
    // Renamed first, so that a stop in between leaves no version of which files are missing.
    const fs::path staging = store_.folder() / Staging;
    const fs::path removed = staging / (id + '-' + version);
    fs::create_directory(staging);
    fs::rename(store_.folderOf(id, version), removed);
    flushPath(store_.folder() / id);
    fs::remove_all(removed);
}

void StoreChange::remove(const std::string& id) {
    fs::remove(store_.folder() / id / Current);
    for (const std::string& version : store_.versions(id)) {
        removeVersion(id, version);
    }
    fs::remove_all(store_.folder() / id);
    flushPath(store_.folder());
}

} // namespace svc::host::package
